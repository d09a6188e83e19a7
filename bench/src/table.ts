// SPDX-License-Identifier: Apache-2.0
/** One row for each measurement, in a table that reads well in a terminal and on a page. */
import { median } from './statistics.ts';

interface Target {
  /** `min`: at least this; `max`: at most this. */
  bound: 'min' | 'max';
  value: number;
}

export interface Row {
  what: string;
  ours: string;
  beside: string;
  /** One value for each round. */
  results: number[];
  /** The unit after the result; empty for a ratio. */
  unit: '' | ' s' | ' ms' | ' MiB';
  /** Null for figures without a target. */
  target: Target | null;
}

const HEADER = ['Measurement', 'svc', 'Beside it', 'Result (min - max)', 'Target', ''];

export function renderTable(rows: readonly Row[]): string {
  const cells = [HEADER, ...rows.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

function cellsOf({ what, ours, beside, results, unit, target }: Row): string[] {
  const middle = median(results);
  const range = results.length > 1 ? ` (${figure(Math.min(...results))} - ${figure(Math.max(...results))})` : '';
  return [what, ours, beside, `${figure(middle)}${unit}${range}`, targetText(target, unit), verdict(middle, target)];
}

function targetText(target: Target | null, unit: string): string {
  return target === null ? 'none' : `${target.bound === 'min' ? '>=' : '<='} ${target.value}${unit}`;
}

function verdict(result: number, target: Target | null): string {
  if (target === null) return '';
  const isMet = target.bound === 'min' ? result >= target.value : result <= target.value;
  return isMet ? 'pass' : 'MISS';
}

/** Three digits, so that a result that narrowly misses its target does not look as if it met it. */
function figure(value: number): string {
  return value.toFixed(value < 1 ? 3 : 2);
}

export function perSecond(values: readonly number[]): string {
  return `${Math.round(median(values)).toLocaleString('en')}/s`;
}

export function milliseconds(values: readonly number[]): string {
  return `${median(values).toFixed(2)} ms`;
}
