// SPDX-License-Identifier: Apache-2.0
/** How a run of the tests is spread over the machine, and how it ends. */
import { expect, it, vi } from 'vitest';
import { countOf } from '../harness/counts/index.ts';
import { SlowestFiles } from './slowest-files.ts';
import { Starts } from './starts.ts';
import { filesOfAmounts } from './thorough-files.ts';
import { workersOf } from './workers.ts';

const GIB = 1024 ** 3;

it.each([
  { cores: 1, gib: 8, workers: 2 },
  { cores: 2, gib: 8, workers: 3 },
  { cores: 2, gib: 2, workers: 1 },
  { cores: 2, gib: 0.5, workers: 1 },
  { cores: 8, gib: 32, workers: 12 },
  { cores: 8, gib: 8, workers: 6 },
  { cores: 64, gib: 256, workers: 12 },
])('runs $workers files at a time on $cores cores with $gib GiB', ({ cores, gib, workers }) => {
  expect(workersOf(cores, gib * GIB)).toBe(workers);
});

function printed(durationsMs: readonly number[]): string {
  let text = '';
  const reporter = new SlowestFiles((part) => {
    text += part;
  });
  reporter.onInit({ config: { root: '/svc' } as never });
  reporter.onTestRunEnd(
    durationsMs.map((duration, index) => ({
      moduleId: `/svc/core/${index}.test.ts`,
      diagnostic: () => ({ collectDuration: 500, duration }) as never,
    })),
  );
  return text;
}

it('names the ten slowest files of a run, with the time to load them, the slowest first', () => {
  const lines = printed(Array.from({ length: 12 }, (_, index) => index * 1_000))
    .trim()
    .split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[1]?.trim()).toBe('11.5 s  core/11.test.ts');
  expect(lines.at(-1)?.trim()).toBe('2.5 s  core/2.test.ts');
});

it('says nothing of a run of a few files', () => {
  expect(printed([1_000, 2_000])).toBe('');
});

it('shows in the thorough run every file that asks how much to show, itself or through what it imports', () => {
  const files = filesOfAmounts();
  expect(files).toContain('server/src/decisions/reviews/race.test.ts');
  expect(files).toContain('core/src/policy/work.test.ts');
  expect(files).toContain('test/e2e/gallery.test.ts');
  expect(files).not.toContain('test/run/run.test.ts');
});

it('ends with the services and databases that the run has started', () => {
  vi.stubEnv('SVC_TEST_COUNTS_FILE', undefined);
  let text = '';
  const reporter = new Starts((part) => {
    text += part;
  });
  reporter.onInit();
  reporter.onTestRunStart();
  countOf('service');
  countOf('database');
  countOf('database');
  reporter.onTestRunEnd();
  reporter.onTestRunEnd();
  vi.unstubAllEnvs();
  expect(text.trim()).toBe('Starts of a service: 1, clones of a database: 2');
});
