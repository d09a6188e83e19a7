// SPDX-License-Identifier: Apache-2.0
/** A service that was started from a release, by whatever program starts it. */
import type { ChildProcess } from 'node:child_process';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';

export interface Started {
  output(): string;
  baseUrl: string;
  /** @returns the exit code */
  stop(): Promise<number | null>;
}

/** @throws Error with its output, when it ends or says no address in time */
export async function started(child: ChildProcess, end: () => unknown = () => child.kill('SIGTERM')): Promise<Started> {
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no start in time: ${output}`)), PROGRAM_WITHIN_MS);
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /"listening on (http:[^"]+)"/.exec(output) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}: ${output}`));
    });
  });
  return {
    baseUrl,
    output: () => output,
    async stop() {
      await end();
      return await ended;
    },
  };
}
