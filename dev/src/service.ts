// SPDX-License-Identifier: Apache-2.0
/** The service as it is built of the sources, and started again whenever they change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE, CHECK_TYPES, ROOT, SERVICE } from './places.ts';

const SOURCES = ['contract/src', 'core/src', 'documents/src', 'postgres/src', 'server/src'];
/** An editor writes several files at a time, and some of them twice. */
const QUIET_MS = 150;
const START_WITHIN_MS = 60_000;
const POLL_MS = 50;

export interface ServiceLoop {
  /** Resolves with the first answer. @throws Error when the service ends before it, or takes too long */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Starts what is bundled. */
export function startService(environment: NodeJS.ProcessEnv, say: (line: string) => void): ServiceLoop {
  let child = run([SERVICE], environment);
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let checking: Promise<unknown> = Promise.resolve();
  // Types are checked beside the start, which does not wait for them.
  const checkTypes = () => {
    checking = checking.then(() => isStopping || succeeds(CHECK_TYPES));
  };
  const restart = async () => {
    if (isStopping) return;
    say('The sources have changed: restarting the service.');
    if (!(await succeeds(BUNDLE))) return say('They do not hold together, see above: the service stays as it was.');
    await end(child);
    if (isStopping) return;
    child = run([SERVICE], environment);
    checkTypes();
  };
  const watchers: FSWatcher[] = SOURCES.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|sql|json)$/.test(name) || name.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting = restarting.then(restart);
      }, QUIET_MS);
    }),
  );
  checkTypes();
  return {
    ready: answers(Number(environment.SVC_PORT), () => child),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await end(child);
      await restarting;
      await checking;
    },
  };
}

/** A program of Node.js in the folder of the project. */
export function run(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Runs a program of Node.js to its end, which tells by itself what went wrong. */
export async function succeeds(args: readonly string[]): Promise<boolean> {
  const child = run(args);
  return (await new Promise((ended) => child.once('close', ended))) === 0;
}

export const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Also of one that Ctrl-C has reached already: the service takes the first signal only. */
async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function answers(port: number, child: () => ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    if (answer?.ok === true) return;
    if (!isRunning(child())) throw new Error('The service has ended: see above.');
    if (performance.now() > deadlineMs) throw new Error('The service did not answer within a minute.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
