// SPDX-License-Identifier: Apache-2.0
/** Writes results to stdout. */
import type { World } from '../world.ts';

export function printJson({ stdout }: World, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLines(stream: World['stdout'], lines: readonly string[]): void {
  if (lines.length > 0) stream.write(`${lines.join('\n')}\n`);
}
