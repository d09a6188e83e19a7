// SPDX-License-Identifier: Apache-2.0
/** Policy analysis in processor time: building a large set, proving a claim, and the difference that one edit makes. */

import { setTimeout } from 'node:timers/promises';
import { type AnalysedPolicy, type Claim, difference, examine, prove } from '@svc/core/analysis';
import { LARGE_WORLD, teamSet, WORST_SETS } from '../../../test/analysis/large-sets.ts';
import { decide } from '../generators.ts';
import type { WorstAnalysisResult, WorstAnalysisSpec } from '../load/worst-analysis.ts';
import type { WorstBodiesResult, WorstBodiesSpec } from '../load/worst-bodies.ts';
import { ATTACKER_KEYS, attackerHeaders } from '../organizations.ts';
import { runGenerator } from '../processes.ts';
import { alternate, progress, ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';

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

export async function measureAnalysis(stage: Stage): Promise<Row[]> {
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
    ...(await byRealClock()),
    await beside(stage),
  ];
}

const WORST_ANALYSIS = new URL('../load/worst-analysis.ts', import.meta.url);
const WORST_BODIES = new URL('../load/worst-bodies.ts', import.meta.url);
const LARGEST = '50,000 boxes of every field in 50 policies';
/** Past ten seconds an analysis gives up, at the next look at its clock. */
const WORST_SECONDS_MAX = 10.5;
const WORST_MIB_MAX = 256;

/** The largest set in a process of its own: seconds of a clock, and memory. */
async function byRealClock(): Promise<Row[]> {
  const results: WorstAnalysisResult[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`analysis by a real clock: round ${round} of ${ROUNDS}`);
    const spec: WorstAnalysisSpec = { set: LARGEST };
    results.push(await runGenerator<WorstAnalysisResult>(WORST_ANALYSIS, spec));
  }
  const complete = `${results.filter((one) => one.complete).length} of ${ROUNDS} complete`;
  const shared = { ours: complete, beside: '' };
  return [
    {
      what: `Analysis of ${LARGEST}: real seconds, or incomplete`,
      ...shared,
      results: results.map(({ seconds }) => seconds),
      unit: ' s',
      target: { bound: 'max', value: WORST_SECONDS_MAX },
    },
    {
      what: `Analysis of ${LARGEST}: memory`,
      ...shared,
      results: results.map(({ mebibytes }) => mebibytes),
      unit: ' MiB',
      target: { bound: 'max', value: WORST_MIB_MAX },
    },
  ];
}

const DECIDING = 'Twenty policies';
const BESIDE = { connections: 2, seconds: 6, aheadMs: 1_500 } as const;
const BESIDE_POLICIES = 300;
const SHARE_MIN = 0.9;

/** Decisions while the thread for proofs works without a pause, for another organization. */
async function beside(stage: Stage): Promise<Row> {
  const { baseUrl } = await stage.startService();
  const policies = teamSet(BESIDE_POLICIES, 1).map(({ id: _, ...policy }) => policy);
  const body = JSON.stringify({ policies, claims: claims(CLAIMS) });
  const requests = Array.from({ length: ATTACKER_KEYS }, (_, key) => ({
    url: `${baseUrl}/v1/policies/prove`,
    headers: attackerHeaders(key),
    body,
  }));
  const what = 'Decisions/s beside an analysis that never pauses';
  const rounds = await alternate(
    what,
    {
      name: 'beside an analysis',
      measure: async () => {
        const { connections, seconds, aheadMs } = BESIDE;
        const spec: WorstBodiesSpec = { requests, connections, seconds };
        const analysing = runGenerator<WorstBodiesResult>(WORST_BODIES, spec);
        await setTimeout(aheadMs);
        const measured = await decide(baseUrl, DECIDING);
        progress(`the proofs were answered with ${JSON.stringify((await analysing).statuses)}`);
        return measured;
      },
    },
    { name: 'alone', measure: () => decide(baseUrl, DECIDING) },
  );
  return {
    what,
    ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
    beside: `alone: ${perSecond(rounds.map((round) => round.beside.perSecond))}`,
    results: rounds.map((round) => round.ours.perSecond / round.beside.perSecond),
    unit: '',
    target: { bound: 'min', value: SHARE_MIN },
  };
}
