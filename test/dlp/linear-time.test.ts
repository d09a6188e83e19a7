import { scan } from '@svc/core/dlp';
import { describe, expect, it } from 'vitest';
import { ADVERSARIAL_TEXTS } from './adversarial.ts';

const LENGTHS = [12_500, 25_000, 50_000, 100_000] as const;
const ROUNDS = 7;
/** The aim is 25 ms; a loaded machine is several times slower, and a quadratic detector a hundred times. */
const LONGEST_MS = 250;
/** The aim is 1.1. Other load on the machine shifts a slope by a few tenths, and a quadratic detector's is 2. */
const EXPONENT_MAX = 1.45;
/** A busy second spoils one measurement; no quadratic detector passes any. */
const ATTEMPTS_MAX = 6;

describe('scan time grows with the length of the text, and no faster', () => {
  for (const [name, unit] of Object.entries(ADVERSARIAL_TEXTS)) {
    it(name, { timeout: 120_000 }, () => {
      const texts = LENGTHS.map((length) => textOf(unit, length));
      for (let round = 0; round < 3; round += 1) scan(texts[2] as string);
      let best = measure(texts);
      for (let attempt = 1; attempt < ATTEMPTS_MAX && best.exponent >= EXPONENT_MAX; attempt += 1)
        best = measure(texts);
      expect(best.longestMs).toBeLessThan(LONGEST_MS);
      expect(best.exponent).toBeLessThan(EXPONENT_MAX);
    });
  }
});

/**
 * The fastest of several rounds at each length. The lengths alternate, because other load on the machine only adds
 * time.
 */
function measure(texts: readonly string[]): { exponent: number; longestMs: number } {
  const fastest = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    texts.forEach((text, index) => {
      const start = performance.now();
      scan(text);
      fastest[index] = Math.min(fastest[index] as number, performance.now() - start);
    });
  }
  return { exponent: slope(LENGTHS.map(Math.log), fastest.map(Math.log)), longestMs: fastest.at(-1) as number };
}

function textOf(unit: { head?: string; body: string }, length: number): string {
  return ((unit.head ?? '') + unit.body.repeat(Math.ceil(length / unit.body.length))).slice(0, length);
}

function slope(x: readonly number[], y: readonly number[]): number {
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  const covariance = x.reduce((sum, value, index) => sum + (value - meanX) * ((y[index] as number) - meanY), 0);
  return covariance / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}
