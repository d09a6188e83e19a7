// SPDX-License-Identifier: Apache-2.0
/** A `svc-server` process, with its output and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { countOf } from '../harness/counts/index.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const BINARY = join(ROOT, 'server/bin/svc-server.js');

export interface RunningServer {
  process: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
  /** Resolves with the first match in the output; rejects when the process ends without it. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Listens on a free port. It inherits nothing from this process's environment. */
export function startServer(args: readonly string[], environment: Record<string, string>): RunningServer {
  // Other words name commands, which end by themselves.
  if (args.length === 0 || args[0] === 'quick-start') countOf('service');
  const child = spawn(process.execPath, [BINARY, ...args], {
    // On any machine the same: what is killed here leaves none behind.
    env: { PATH: process.env.PATH, SVC_PORT: '0', SVC_PROCESSES: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const watchers: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const look of watchers) look();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    process: child,
    output: () => output,
    ended,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`never saw ${pattern}:\n${output}`)), PROGRAM_WITHIN_MS);
        const look = () => {
          const match = pattern.exec(output);
          if (match === null) return;
          clearTimeout(timer);
          resolve(match);
        };
        watchers.push(look);
        look();
        void ended.then(() => reject(new Error(`ended before ${pattern}:\n${output}`)));
      }),
  };
}
