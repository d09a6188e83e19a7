// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { countOf } from '../counts/index.ts';

export interface ServiceEvent {
  event: string;
  [field: string]: unknown;
}

/** A service process that keeps an embedded server; see embedded-process.ts. */
export interface ServiceProcess {
  pid: number;
  /** The next event with one of these names, including one that came before the call. One call at a time. */
  next(...names: string[]): Promise<ServiceEvent>;
  /** Signals the process alone; `toGroup` also reaches the rest of its process group, as Ctrl-C does. */
  kill(signal: NodeJS.Signals, options?: { toGroup?: boolean }): void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; complaint: string }>;
}

export interface ServiceOptions {
  uid?: number;
  gid?: number;
}

export function startServiceProcess(dataDir: string, options: ServiceOptions = {}): ServiceProcess {
  countOf('service');
  const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended: ServiceProcess['ended'] = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, complaint }));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    next: readEvents(child, ended),
    kill: (signal, { toGroup = false } = {}) => process.kill(toGroup ? -pid : pid, signal),
    ended,
  };
}

function readEvents(child: ChildProcess, ended: ServiceProcess['ended']): ServiceProcess['next'] {
  const events: ServiceEvent[] = [];
  let onEvent: () => void = () => undefined;
  if (child.stdout === null) throw new Error('The process has no output.');
  createInterface(child.stdout).on('line', (line) => {
    events.push(JSON.parse(line));
    onEvent();
  });
  return (...names) =>
    new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`No event ${names} (${why}); seen: ${JSON.stringify(events)}`));
      const timer = setTimeout(() => fail('in time'), PROGRAM_WITHIN_MS);
      onEvent = () => {
        const index = events.findIndex(({ event }) => names.includes(event));
        const [found] = index < 0 ? [] : events.splice(index, 1);
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      };
      onEvent();
      void ended.then(({ complaint }) => fail(`the process ended ${complaint}`));
    });
}
