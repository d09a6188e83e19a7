// SPDX-License-Identifier: Apache-2.0
/** Evaluates the stored and a proposed policy set over stored events, in turns of the event loop. */
import type { PolicyImpact } from '@svc/contract';
import { IMPACT_SAMPLES_MAX } from '@svc/contract';
import {
  type CompiledPolicies,
  compileInSteps,
  evaluateInSteps,
  type IdentifiedPolicy,
  type PolicyOutcome,
  type Steps,
} from '@svc/core/policy';
import { conclude } from '@svc/core/verdict';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { notesOf } from './notes.ts';
import { type Batch, type EventGroup, type Span, selectBatch } from './stored-facts.ts';
import { createTally, type Decided, type Tally } from './tally.ts';

export interface Evaluation {
  snapshot: OrganizationSnapshot;
  proposed: Steps<IdentifiedPolicy[]>;
  days: number;
  span: Span;
  /** No batch begins after it, by `performance.now()`. */
  untilMs: number;
}

/**
 * @param onEvents is told how many events were looked at
 * @returns null when it was stopped by the signal
 */
export async function evaluateImpact(
  reads: pg.Pool,
  { snapshot, proposed, days, span, untilMs }: Evaluation,
  signal: AbortSignal,
  onEvents: (events: number) => void,
): Promise<PolicyImpact | null> {
  const to = reads.clock.now();
  const { organizationId } = snapshot;
  // A decision of the organization never waits in line behind this work.
  const owner = `impact ${organizationId}`;
  const set = await TURNS.run(owner, compiled(proposed));
  const tally = createTally();
  let [events, beforeSeq, oldestAt] = [0, Number.MAX_SAFE_INTEGER, span.from];
  let isComplete = false;
  while (!isComplete && performance.now() < untilMs) {
    if (signal.aborted) return null;
    const batch = await readBatch(reads, organizationId, span, beforeSeq);
    await TURNS.run(owner, addBatch(tally, batch, snapshot, set.policies, signal));
    events += batch.events;
    isComplete = batch.oldestSeq === null;
    beforeSeq = batch.oldestSeq ?? beforeSeq;
    oldestAt = batch.oldestAt ?? oldestAt;
    onEvents(events);
  }
  if (signal.aborted) return null;
  const isStored = new Set(snapshot.policies.map(({ id }) => id));
  return {
    days,
    from: (isComplete ? span.from : oldestAt).toISOString(),
    to: to.toISOString(),
    complete: isComplete,
    events,
    ...tally.result((id) => isStored.has(id)),
    notes: notesOf({ snapshot, days, isComplete, asksForHours: set.asksForHours }),
  };
}

async function readBatch(reads: pg.Pool, organizationId: string, span: Span, beforeSeq: number): Promise<Batch> {
  return await inTransaction(
    reads,
    [organizationId],
    (transaction) => selectBatch(transaction, organizationId, span, { beforeSeq, samplesMax: IMPACT_SAMPLES_MAX }),
    'snapshot',
  );
}

interface CompiledSet {
  policies: CompiledPolicies;
  asksForHours: boolean;
}

function* compiled(proposed: Steps<IdentifiedPolicy[]>): Steps<CompiledSet> {
  const set = yield* proposed;
  let asksForHours = false;
  for (const [place, policy] of set.entries()) {
    asksForHours ||= JSON.stringify(policy).includes('"outsideBusinessHours"');
    if (place % 100 === 99) yield;
  }
  return { policies: yield* compileInSteps(set), asksForHours };
}

function* addBatch(
  tally: Tally,
  { groups }: Batch,
  snapshot: OrganizationSnapshot,
  proposed: CompiledPolicies,
  signal: AbortSignal,
): Steps<void> {
  for (const group of groups) {
    if (signal.aborted) return;
    const now = yield* evaluateInSteps(snapshot.compiled, group.facts);
    const then = yield* evaluateInSteps(proposed, group.facts);
    tally.add(group, decidedBy(snapshot, group, now), decidedBy(snapshot, group, then));
    yield;
  }
}

/** Which of the two it was makes no difference: no policy weakens either. */
const REFUSAL = { by: 'PERMISSION', reason: '' } as const;

/** The verdict of the decision path, under the settings of now and the stored risk score. */
function decidedBy({ settings }: OrganizationSnapshot, group: EventGroup, policies: PolicyOutcome): Decided {
  const refusal = group.isRefused ? REFUSAL : null;
  const risk = { score: group.facts.riskScore, level: 'LOW' as const, factors: [] };
  const { decision } = conclude({ refusal, policies, risk, tool: group.tool, settings });
  const decides = refusal === null && settings.enforcement === 'ENFORCE';
  return { decision, policy: decides ? policies.enforced : null };
}
