// SPDX-License-Identifier: Apache-2.0
/** Servers and load generators as processes of their own, all with the same options of Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;

export interface Server {
  pid: number;
  baseUrl: string;
  stop(): Promise<void>;
}

/** tsx runs `source`, as it does load generators; `built` is the operators' version. */
export interface Program {
  path: URL;
  kind: 'source' | 'built';
}

/** Resolves when a line of the output names the listening address. */
export async function startServer(program: Program, environment: Record<string, string>): Promise<Server> {
  const child = spawnProgram(program, environment);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${program.path.pathname} did not start`)), START_WITHIN_MS);
    if (child.stdout === null) throw new Error('a server without output');
    createInterface(child.stdout).on('line', (line) => {
      const [, address] = /listening on (http:\/\/[\w.:]+)/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`${program.path.pathname} ended with ${code}`)));
  });
  return { pid: child.pid ?? 0, baseUrl, stop: () => stopChild(child) };
}

/** Runs a generator to its end, with its specification on standard input. @returns its output, parsed as JSON */
export async function runGenerator<Result>(script: URL, spec: object): Promise<Result> {
  const child = spawnProgram({ path: script, kind: 'source' }, {});
  child.stdin?.end(JSON.stringify(spec));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${script.pathname} ended with ${code}`);
  return JSON.parse(output) as Result;
}

/** A generator that stays, for loads shorter than the start of a process. */
export interface Generator<Spec, Result> {
  /** Runs one load at a time. */
  run(spec: Spec): Promise<Result>;
  stop(): Promise<void>;
}

export function startGenerator<Spec extends object, Result>(script: URL): Generator<Spec, Result> {
  const child = spawnProgram({ path: script, kind: 'source' }, {});
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('a generator without input or output');
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return {
    async run(spec) {
      stdin.write(`${JSON.stringify(spec)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${script.pathname} ended before its load did`);
      return JSON.parse(value) as Result;
    },
    async stop() {
      stdin.end();
      await stopChild(child);
    },
  };
}

function spawnProgram({ path, kind }: Program, environment: Record<string, string>): ChildProcess {
  const loader = kind === 'source' ? ['--import', 'tsx'] : [];
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  return spawn(process.execPath, [...loader, fileURLToPath(path)], {
    env: { PATH, HOME, TMPDIR, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}
