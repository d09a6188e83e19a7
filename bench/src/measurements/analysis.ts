/** Policy analysis in processor time: building a large set, proving a claim, and the difference that one edit makes. */
import { type AnalysedPolicy, type Claim, difference, examine, prove } from '@svc/core/analysis';
import { LARGE_WORLD, teamSet, WORST_SETS } from '../../../test/analysis/large-sets.ts';
import { progress, ROUNDS } from '../rounds.ts';
import { milliseconds, type Row } from '../table.ts';

const POLICIES = 1_000;
const BUILD_MS_MAX = 500;
const CLAIM_MS_MAX = 150;
const EDIT_MS_MAX = 150;
const WORST_MS_MAX = 10_000;

const CLAIM: Claim = { name: 'exports', of: 'decision', never: ['ALLOW'], when: { action: 'EXPORT' }, agents: 'any' };
const UNBOUNDED = { cellsMax: 64_000_000, elapsedMsMax: 1, elapsedMs: () => 0 };

/** Processor time in milliseconds: the clock of a busy machine tells of its other work. */
function processorMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function rounds(what: string, count: number, measure: (round: number) => number): number[] {
  measure(0);
  return Array.from({ length: count }, (_, index) => {
    progress(`${what}: round ${index + 1} of ${count}`);
    return measure(index + 1);
  });
}

const row = (what: string, results: number[], maxMs: number | null): Row => ({
  what,
  ours: milliseconds(results),
  beside: '',
  results,
  unit: ' ms',
  target: maxMs === null ? null : { bound: 'max', value: maxMs },
});

const claims = (count: number): Claim[] =>
  Array.from({ length: count }, (_, index) => ({ ...CLAIM, when: { action: 'EXPORT', minRecords: index } }));

/** One policy asks for one record more or fewer. */
function edited(set: readonly AnalysedPolicy[], index: number): AnalysedPolicy[] {
  return set.map((policy, place) =>
    place === index ? { ...policy, condition: { ...policy.condition, minRecords: 77 } } : policy,
  );
}

const CLAIMS = 20;

export async function measureAnalysis(): Promise<Row[]> {
  const set = teamSet(POLICIES, 1);
  const size = `${POLICIES.toLocaleString('en')} policies`;
  const one = rounds('analysis: one claim', ROUNDS, () =>
    processorMs(() => prove(LARGE_WORLD, set, claims(1), UNBOUNDED)),
  );
  const many = rounds('analysis: claims', ROUNDS, () =>
    processorMs(() => prove(LARGE_WORLD, set, claims(1 + CLAIMS), UNBOUNDED)),
  );
  const found = rounds('analysis: findings', ROUNDS, () => processorMs(() => examine(LARGE_WORLD, set, UNBOUNDED)));
  const edits = rounds('analysis: edit', ROUNDS * 5, (round) =>
    processorMs(() => difference(LARGE_WORLD, set, edited(set, round * 37), 'decision', UNBOUNDED)),
  );
  const rebuilt = edits.map((ms, index) => ms - (one[index % one.length] ?? 0));
  const worst = Object.entries(WORST_SETS).map(([name, make]) => {
    const policies = make();
    const results = rounds(`analysis: ${name}`, 1, () =>
      processorMs(() => prove(LARGE_WORLD, policies, claims(1), UNBOUNDED)),
    );
    return row(`Analysis of ${name}`, results, WORST_MS_MAX);
  });
  return [
    row(`Analysis of ${size}: build, with one claim`, one, BUILD_MS_MAX),
    row(
      `Analysis of ${size}: a further claim`,
      many.map((ms, index) => (ms - (one[index] ?? 0)) / CLAIMS),
      CLAIM_MS_MAX,
    ),
    row(`Analysis of ${size}: all findings`, found, null),
    row(`Analysis of ${size}: what an edit changes, beyond the build`, rebuilt, EDIT_MS_MAX),
    ...worst,
  ];
}
