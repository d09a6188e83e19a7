// SPDX-License-Identifier: Apache-2.0
/** The built service as a process of its own, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countOf } from '../harness/counts/index.ts';
import { whenGone } from '../harness/when-gone/index.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { LOG_TAIL_CHARACTERS } from './limits.ts';

const PROGRAM = fileURLToPath(new URL('../../server/bin/svc-server.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));

export interface SvcServer {
  pid: number;
  baseUrl: string;
  kill(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  ended: Promise<Ending>;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its output. */
  output: string;
}

/**
 * Resolves when it listens.
 * @param environment all of it: nothing is inherited, so that no setting of the machine reaches the service
 */
export async function startSvcServer(environment: Record<string, string>): Promise<SvcServer> {
  countOf('service');
  const started = spawnSvcServer([], {
    SVC_HOST: '127.0.0.1',
    SVC_PORT: '0',
    SVC_PROCESSES: '1',
    ...environment,
  });
  const { child, ended } = started;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no start in time: ${started.output()}`)), PROGRAM_WITHIN_MS);
    child.stdout?.on('data', () => {
      const [, address] = /"listening on (http:[^"]+)"/.exec(started.output()) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    void ended.then(({ code, signal, output }) => {
      clearTimeout(timer);
      reject(new Error(`ended before it listened (${code ?? signal}): ${output}`));
    });
  });
  return { pid: child.pid ?? 0, baseUrl, kill: (signal) => child.kill(signal), hasEnded: () => isOver, ended };
}

/** Runs a command of the service to its end. */
export function runSvcServer(args: readonly string[], environment: Record<string, string>): Promise<Ending> {
  return spawnSvcServer(args, environment).ended;
}

interface Spawned {
  child: ChildProcess;
  ended: Promise<Ending>;
  output(): string;
}

function spawnSvcServer(args: readonly string[], environment: Record<string, string>): Spawned {
  if (!existsSync(BUILT)) throw new Error('The service is not built: run `npm run build` first.');
  const { PATH = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LOG_TAIL_CHARACTERS);
    });
  }
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      guard?.dismiss();
      resolve({ code, signal, output });
    };
    child.once('close', end);
    // Processes that it has started may go on, and keep its output open.
    child.once('exit', (code, signal) => void (signal !== null && end(code, signal)));
  });
  const guard = child.pid === undefined ? null : whenGone(GUARD, String(child.pid));
  return { child, ended, output: () => output };
}

/** A dismissed one has nothing to do. The service goes with those that it has started. */
const GUARD = `
[ "$(cat)" = dismissed ] && exit 0
case "$(ps -o args= -p "$1")" in *svc-server*) kill -KILL "$1" ;; esac
pkill -KILL -f "svc-member [0-9a-f]+ $1$"
`;
