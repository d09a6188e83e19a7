// SPDX-License-Identifier: Apache-2.0
/** Processor time of a process with all that it has started, also of those that have ended. Source: proc(5). */
import { readdirSync, readFileSync } from 'node:fs';

/** The usual clock tick of Linux. */
const TICKS_PER_SECOND = 100;

/** @param title a part of the command line of what counts; by default everything does */
export function processorSeconds(pid: number, title = ''): number {
  const all = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // utime, stime, and those of children that were waited for.
      const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
      const isCounted = title === '' || readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(title);
      all.set(Number(name), { parent: Number(fields[1]), ticks: isCounted ? ticks : 0 });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOf = (one: number): boolean => one === pid || (one > 1 && isOf(all.get(one)?.parent ?? 0));
  let ticks = 0;
  for (const [one, { ticks: own }] of all) if (isOf(one)) ticks += own;
  return ticks / TICKS_PER_SECOND;
}
