// SPDX-License-Identifier: Apache-2.0
/** Faults of files as `file:line:column: message`, each with its source line. */
import type { FileFault } from '../policy-files/index.ts';
import type { Paint } from './paint.ts';
import { plain } from './plain.ts';

/** More faults than this help no reader. */
const SHOWN_MAX = 200;
const SOURCE_CHARACTERS_MAX = 160;

export function faultLines(faults: readonly FileFault[], kind: 'error' | 'warning', paint: Paint): string[] {
  const colour = kind === 'error' ? paint.red : paint.yellow;
  const lines = faults.slice(0, SHOWN_MAX).flatMap(({ file, line, column, message, source }) => {
    const head = `${plain(file)}:${line}:${column}: ${colour(kind)}: ${plain(message)}`;
    if (source === null) return [head];
    const number = String(line);
    // A column beyond the visible part gets no pointer.
    const mark = column <= SOURCE_CHARACTERS_MAX ? [`  ${' '.repeat(number.length)} | ${' '.repeat(column - 1)}^`] : [];
    return [head, `  ${number} | ${plain(source.slice(0, SOURCE_CHARACTERS_MAX).replaceAll('\t', ' '))}`, ...mark];
  });
  const more = faults.length - SHOWN_MAX;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
