import { scan } from '@svc/core/dlp';
import { describe, expect, it } from 'vitest';
import { ADVERSARIAL_TEXTS } from './adversarial.ts';

const LENGTHS = [12_500, 25_000, 50_000, 100_000] as const;
const ROUNDS = 7;
/** The aim is 25 ms; a loaded machine is several times slower, and a quadratic detector a hundred times. */
const LONGEST_MS = 250;
/** The aim is 1.1; noise on short times shifts a slope by a few tenths, and a quadratic detector's is 2. */
const EXPONENT_MAX = 1.45;

describe('scan time grows with the length of the text, and no faster', () => {
  for (const [name, unit] of Object.entries(ADVERSARIAL_TEXTS)) {
    it(name, { timeout: 60_000 }, () => {
      for (let round = 0; round < 3; round += 1) scan(textOf(unit, 50_000));
      const times = LENGTHS.map((length) => fastest(textOf(unit, length)));
      expect(times.at(-1)).toBeLessThan(LONGEST_MS);
      expect(slope(LENGTHS.map(Math.log), times.map(Math.log))).toBeLessThan(EXPONENT_MAX);
    });
  }
});

function textOf(unit: { head?: string; body: string }, length: number): string {
  return ((unit.head ?? '') + unit.body.repeat(Math.ceil(length / unit.body.length))).slice(0, length);
}

/** The fastest of several rounds: what else the machine does only ever adds. */
function fastest(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    scan(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function slope(x: readonly number[], y: readonly number[]): number {
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  const covariance = x.reduce((sum, value, index) => sum + (value - meanX) * ((y[index] as number) - meanY), 0);
  return covariance / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}
