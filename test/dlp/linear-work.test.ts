// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no text makes the scan's work grow faster than its length, or makes it large. The work is counted, not
 * timed, so a busy machine changes nothing; `npm run bench -- scan` measures the time of the same texts.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCAN_GROWTH_EXPONENT_MAX, SCAN_STEPS_PER_CHARACTER_MAX } from '#harness/bounds';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';
import { ADVERSARIAL_TEXTS } from './adversarial.ts';
import { instrumentFirstLook } from './work/instrument-first-look.ts';

const LENGTHS = [12_500, 100_000] as const;

type Work = Record<string, number[]>;

async function count(): Promise<{ texts: Work; naive: Work }> {
  const program = join(ROOT, 'test/dlp/work/main.ts');
  const args = ['--conditions=svc-source', '--import', 'tsx', program, ...LENGTHS.map(String)];
  // It is compiled here, since loading the compiler by tsx takes longer than all the counting.
  const input = await instrumentFirstLook();
  return JSON.parse(execFileSync(process.execPath, args, { input, timeout: PROGRAM_WITHIN_MS }).toString());
}

function exponentOf([short = Number.NaN, long = Number.NaN]: readonly number[]): number {
  return Math.log(long / short) / Math.log(LENGTHS[1] / LENGTHS[0]);
}

const { texts, naive } = await count();

describe('the work of a scan grows with the length of the text, and no faster', () => {
  it.each(Object.keys(ADVERSARIAL_TEXTS))('%s', (name) => {
    const work = texts[name] ?? [];
    expect(exponentOf(work)).toBeLessThan(SCAN_GROWTH_EXPONENT_MAX);
    expect((work[1] ?? Number.NaN) / LENGTHS[1]).toBeLessThan(SCAN_STEPS_PER_CHARACTER_MAX);
    // Every character is looked at: a text that is not read at all would be linear too.
    expect(work[1]).toBeGreaterThan(LENGTHS[1]);
  });
});

it.each(Object.keys(naive))('the count sees a detector that is quadratic: %s', (name) => {
  expect(exponentOf(naive[name] ?? [])).toBeGreaterThan(1.9);
});

it('has counted three such detectors', () => {
  expect(Object.keys(naive)).toHaveLength(3);
});
