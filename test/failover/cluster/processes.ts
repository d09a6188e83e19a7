// SPDX-License-Identifier: Apache-2.0
/** Processes of this run: each writes a log of its own, and none of them outlives the run. */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENDS_WITHIN_MS } from './limits.ts';
import { programAt } from './programs.ts';

export interface Program {
  pid: number;
  log: string;
  kill(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** SIGTERM, and SIGKILL to one that stays. */
  stop(): Promise<void>;
}

export interface Running {
  /** The folder of the run: its keeper ends what is noted there. */
  folder: string;
  /** Whether another user than root runs it: PostgreSQL, Patroni and PgBouncer refuse to work as root. */
  asPostgres?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** @param name of the log, which a program that is started again goes on with */
export function startProgram(name: string, command: readonly string[], running: Running): Program {
  const [program = '', ...args] = running.asPostgres === true ? asPostgres(command) : command;
  const log = join(running.folder, `${name}.log`);
  const output = openSync(log, 'a');
  const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...running.env };
  // A group of its own, so that no signal of a terminal reaches it.
  const child = spawn(program, args, { env, cwd: running.folder, stdio: ['ignore', output, output], detached: true });
  closeSync(output);
  let isOver = false;
  const ended: Program['ended'] = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      isOver = true;
      resolve({ code, signal });
    });
  });
  ended.catch(() => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started`);
  appendFileSync(join(running.folder, 'pids'), `${pid}\n`);
  const kill = (signal: NodeJS.Signals) => {
    if (!isOver) signalTo([pid], signal);
  };
  return {
    pid,
    log,
    kill,
    hasEnded: () => isOver,
    ended,
    async stop() {
      kill('SIGCONT');
      kill('SIGTERM');
      const waiting = new AbortController();
      const late = delay(ENDS_WITHIN_MS, undefined, { signal: waiting.signal }).then(
        () => kill('SIGKILL'),
        () => undefined,
      );
      await ended;
      waiting.abort();
      await late;
    },
  };
}

export const isRoot = (): boolean => process.getuid?.() === 0;

function asPostgres(command: readonly string[]): readonly string[] {
  if (!isRoot()) return command;
  return [programAt('setpriv'), '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

/** Signals those that live; the others are gone already. */
export function signalTo(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** The children of a process, by the kernel's table. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const [, parent] = /\) \S (\d+) /.exec(textOf(`/proc/${name}/stat`)) ?? [];
    return Number(parent) === pid ? [Number(name)] : [];
  });
}

export const commandLineOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** A process may end between two looks at it. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Ports that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
