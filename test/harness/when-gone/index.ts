// SPDX-License-Identifier: Apache-2.0
/**
 * A small shell ends what this process leaves behind, however it ended. The shell waits for the end of its input, which
 * the kernel closes with us. Scripts check command lines before they signal, because a noted pid may belong to another
 * process by then.
 */
import { spawn } from 'node:child_process';

export interface WhenGone {
  /** Runs the script now, with `dismissed` on its input. */
  dismiss(): void;
}

/** @param script of sh; it reads its input to the end first */
export function whenGone(script: string, ...args: readonly string[]): WhenGone {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
  });
  shell.unref();
  shell.stdin.on('error', () => undefined);
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return { dismiss: () => shell.stdin.end('dismissed\n') };
}
