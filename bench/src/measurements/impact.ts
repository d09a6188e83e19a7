// SPDX-License-Identifier: Apache-2.0
/**
 * An evaluation over a million stored events under 200 policies. Measures how long it takes, how long it holds the
 * event loop, and what it costs decisions beside it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { PolicyImpact } from '@svc/contract';
import { COPY_EVENTS } from '../../../test/harness/stored-events/index.ts';
import { loadBuilt } from '../built.ts';
import { CONNECTIONS, decide } from '../generators.ts';
import { asEveryOrganization } from '../members.ts';
import { headersFor, twoHundredPolicies } from '../organizations.ts';
import { alternate, progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Two hundred policies';
/** Fewer for a quick look. */
const EVENTS = Number(process.env.BENCH_IMPACT_EVENTS ?? 1_000_000);
/** These are decided; the others are copies with other numbers of records. */
const DECIDED = 2_000;
const DAYS = 30;
const SECONDS_MAX = 60;
const BLOCKED_MS_MAX = 50;
const RATIO_MIN = 0.7;
/** The evaluation has begun by then. */
const AHEAD_MS = 500;
const LOOP_RESOLUTION_MS = 1;

export async function measureImpact(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  await decide(baseUrl, ORGANIZATION, { until: { requests: DECIDED } });
  const organizationId = await copyEvents(stage.connectionString);
  return [...(await evaluateAll(stage.connectionString, organizationId)), await beside(baseUrl)];
}

async function copyEvents(connectionString: string): Promise<string> {
  progress(`impact: making ${EVENTS.toLocaleString('en')} events`);
  return await asEveryOrganization(connectionString, async (client) => {
    await client.query(COPY_EVENTS, [ORGANIZATION, Math.max(1, Math.round(EVENTS / DECIDED) - 1)]);
    await client.query('VACUUM ANALYZE svc.events');
    const found = await client.query<{ id: string }>(
      'SELECT organization_id AS id FROM svc.organizations WHERE name = $1',
      [ORGANIZATION],
    );
    return found.rows[0]?.id ?? '';
  });
}

/** In this process, so that nothing else is on its event loop. */
async function evaluateAll(connectionString: string, organizationId: string): Promise<Row[]> {
  const { createImpacts } =
    await loadBuilt<typeof import('../../../server/src/record/impact/index.ts')>('record/impact/index.js');
  const { createPool, createReadPool } =
    await loadBuilt<typeof import('../../../server/src/storage/connections/index.ts')>('storage/connections/index.js');
  const { createOrganizationSnapshots } = await loadBuilt<
    typeof import('../../../server/src/organization/organizations/index.ts')
  >('organization/organizations/index.js');
  const { createMetrics } =
    await loadBuilt<typeof import('../../../server/src/storage/metrics/index.ts')>('storage/metrics/index.js');
  const { createLogger } =
    await loadBuilt<typeof import('../../../server/src/platform/logging/index.ts')>('platform/logging/index.js');
  const { appliedSet } =
    await loadBuilt<typeof import('../../../server/src/rules/policies/index.ts')>('rules/policies/index.js');
  const service = createPool({ connectionString }, 2);
  const reads = createReadPool({ connectionString }, 2);
  const impacts = createImpacts({ service, reads }, createLogger('silent'));
  const snapshots = createOrganizationSnapshots(service, createMetrics());
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  try {
    const snapshot = await snapshots.underCurrentRules(organizationId, async (one) => one);
    const evaluate = async () => {
      const proposed = appliedSet(snapshot, { policies: changedSet() });
      return await impacts.evaluate(snapshot, { proposed, days: DAYS }, new AbortController().signal);
    };
    const startMs = performance.now();
    delay.enable();
    const impact = await evaluate();
    delay.disable();
    return rowsOf(impact, (performance.now() - startMs) / 1_000, delay.max / 1e6 - LOOP_RESOLUTION_MS);
  } finally {
    await Promise.all([service.end(), reads.end()]);
  }
}

function rowsOf(impact: PolicyImpact, seconds: number, blockedMs: number): Row[] {
  const events = impact.events.toLocaleString('en');
  progress(`impact: ${events} events, ${impact.changed} changed, complete: ${impact.complete}`);
  const shared = { ours: `${events} events`, beside: `${impact.changed.toLocaleString('en')} change` };
  return [
    {
      ...shared,
      what: `Evaluating 200 policies over ${EVENTS.toLocaleString('en')} stored events`,
      results: [seconds],
      unit: ' s',
      target: { bound: 'max', value: SECONDS_MAX },
    },
    {
      ...shared,
      what: 'Longest block of the event loop meanwhile',
      results: [blockedMs],
      unit: ' ms',
      target: { bound: 'max', value: BLOCKED_MS_MAX },
    },
  ];
}

/** Every seventh policy decides otherwise. */
function changedSet() {
  return twoHundredPolicies().map((policy, place) =>
    place % 7 === 0 ? { ...policy, decision: policy.decision === 'BLOCK' ? 'REVIEW' : 'BLOCK' } : policy,
  ) as ReturnType<typeof twoHundredPolicies>;
}

async function beside(baseUrl: string): Promise<Row> {
  const what = `Decisions/s, ${CONNECTIONS} connections, beside an evaluation over stored events`;
  const load = () => decide(baseUrl, 'Twenty policies');
  const rounds = await alternate(
    what,
    { name: 'beside', measure: () => whileEvaluating(baseUrl, load) },
    { name: 'alone', measure: load },
  );
  return {
    what,
    ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
    beside: `alone: ${perSecond(rounds.map((round) => round.beside.perSecond))}`,
    results: rounds.map((round) => round.ours.perSecond / round.beside.perSecond),
    unit: '',
    target: { bound: 'min', value: RATIO_MIN },
  };
}

/** The evaluation outlasts the load, and ends with its caller. */
async function whileEvaluating<Result>(baseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const caller = new AbortController();
  let isOver = false;
  const evaluating = fetch(`${baseUrl}/v1/policies/apply`, {
    method: 'POST',
    headers: headersFor(ORGANIZATION),
    body: JSON.stringify({ policies: changedSet(), dryRun: true, impactDays: DAYS }),
    signal: caller.signal,
  }).then(
    async (answer) => {
      isOver = true;
      if (answer.status !== 200) throw new Error(`the dry run was answered with ${answer.status}`);
    },
    () => undefined,
  );
  await setTimeout(AHEAD_MS);
  const result = await work();
  if (isOver) progress('impact: the evaluation ended before the load did');
  caller.abort();
  await evaluating;
  return result;
}
