// SPDX-License-Identifier: Apache-2.0
/**
 * A process of its own, since it replaces built-in functions. It counts the work of a scan for every adversarial text,
 * and of detectors that are quadratic. It prints one JSON object: the work at each length, by name.
 * Usage: main.ts LENGTH… < FILE, with the instrumented first look.
 */
import { readFileSync } from 'node:fs';
import { ADVERSARIAL_TEXTS } from '../adversarial.ts';
import { createCounter } from './count.ts';
import { countFirstLook } from './counted-first-look.ts';
import { NAIVE_DETECTORS } from './naive-detectors.ts';

const STANDARD_INPUT = 0;
const lengths = process.argv.slice(2).map(Number);
/** The naive detectors take a hundred times as long for ten times the text. */
const NAIVE_SHARE = 50;

function textOf(unit: { head?: string; body: string }, length: number): string {
  return ((unit.head ?? '') + unit.body.repeat(Math.ceil(length / unit.body.length))).slice(0, length);
}

countFirstLook(readFileSync(STANDARD_INPUT));
const { scan } = await import('@svc/core/dlp');
const count = createCounter((url) => url.includes('/core/src/dlp/') || url.endsWith('/naive-detectors.ts'));
const texts: Record<string, number[]> = {};
for (const [name, unit] of Object.entries(ADVERSARIAL_TEXTS)) {
  texts[name] = lengths.map((length) => {
    const text = textOf(unit, length);
    return count(() => scan(text));
  });
}
const naive: Record<string, number[]> = {};
for (const [name, detect] of Object.entries(NAIVE_DETECTORS)) {
  naive[name] = lengths.map((length) => {
    const text = 'a'.repeat(length / NAIVE_SHARE);
    return count(() => detect(text));
  });
}
process.stdout.write(JSON.stringify({ texts, naive }));
