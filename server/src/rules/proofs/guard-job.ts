// SPDX-License-Identifier: Apache-2.0
/** Proves claims about the set that a change would leave, and about the set before where it breaks one. Pure. */
import type { PolicyClaim, PolicyProof } from '@svc/contract';
import { type AnalysedPolicy, type Budget, proveChange } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import { compilePolicies, type IdentifiedPolicy } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { readPolicy } from '../policy-jobs/index.ts';
import { newBudget } from './budget.ts';
import { claimOf, shownProof } from './claim.ts';
import type { Engine } from './confirmed-witness.ts';

export interface GuardJob {
  kind: 'guard';
  /** Claims that have passed their checks. Those that refuse a change have the time of a whole analysis. */
  enforcing: readonly PolicyClaim[];
  /** Claims that only tell of a change. They have less time, because they refuse nothing. */
  telling: readonly PolicyClaim[];
  /** The stored set. */
  before: readonly { readonly id: string; readonly text: string }[];
  after: readonly IdentifiedPolicy[];
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  /** Left out: there are none. */
  budgets?: readonly AnalysedPolicy[];
  nowMs: number;
}

interface GuardedClaim {
  proof: PolicyProof;
  /** Whether the set before keeps a claim that the set after does not; null: the set after keeps it. */
  heldBefore: boolean | null;
}

/** In the order of the claims; null when time or memory did not suffice, or an answer failed its check. */
export interface GuardedChange {
  enforcing: readonly GuardedClaim[] | null;
  telling: readonly GuardedClaim[] | null;
  /** The claim whose event the decision path decides otherwise, which is a fault of ours. */
  unconfirmed: string | null;
}

const TELLING_MS_MAX = 2_000;

/** @param enforcingMsMax the time of those that refuse a change, where it is less than that of an analysis */
export function guardClaims(job: Omit<GuardJob, 'kind'>, enforcingMsMax?: number): GuardedChange {
  const { settings, nowMs } = job;
  const before = job.before.map(readPolicy);
  const sets = { before, after: job.after };
  const engines = {
    after: { settings, policies: compilePolicies(job.after), nowMs },
    before: () => ({ settings, policies: compilePolicies(before), nowMs }),
  };
  const whole = newBudget();
  const budget = enforcingMsMax === undefined ? whole : { ...whole, elapsedMsMax: enforcingMsMax };
  const enforcing = proveAll(job, job.enforcing, sets, engines, budget);
  const telling = proveAll(job, job.telling, sets, engines, { ...newBudget(), elapsedMsMax: TELLING_MS_MAX });
  return {
    enforcing: enforcing.claims,
    telling: telling.claims,
    unconfirmed: enforcing.unconfirmed ?? telling.unconfirmed,
  };
}

interface Proved {
  claims: GuardedClaim[] | null;
  unconfirmed: string | null;
}

type Sets = Record<'before' | 'after', readonly IdentifiedPolicy[]>;
interface Engines {
  after: Engine;
  /** Compiled where a claim is broken. */
  before: () => Engine;
}

function proveAll(
  { agents, resources, settings, budgets = [] }: Omit<GuardJob, 'kind'>,
  given: readonly PolicyClaim[],
  sets: Sets,
  engines: Engines,
  budget: Budget,
): Proved {
  if (given.length === 0) return { claims: [], unconfirmed: null };
  const claims = given.map((claim) => claimOf(claim, settings));
  const { answer } = proveChange({ agents, resources, settings, budgets }, sets, claims, budget);
  if (answer === null) return { claims: null, unconfirmed: null };
  const guarded: GuardedClaim[] = [];
  let engineBefore: Engine | null = null;
  for (const [index, { after, before }] of answer.entries()) {
    const of = claims[index]?.of ?? 'decision';
    const proof = shownProof(after, of, engines.after);
    engineBefore ??= before === null ? null : engines.before();
    // A claim that seems to have been broken before would let its breach pass.
    const earlier = before === null || engineBefore === null ? null : shownProof(before, of, engineBefore);
    if (proof === undefined || earlier === undefined) return { claims: null, unconfirmed: after.name };
    guarded.push({ proof, heldBefore: earlier?.proved ?? null });
  }
  return { claims: guarded, unconfirmed: null };
}
