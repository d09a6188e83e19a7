// SPDX-License-Identifier: Apache-2.0
/** Refuses changes of a policy set that break an enforcing guardrail, and tells which guardrails a change breaks. */
import type { BrokenClaim, PolicyWitness } from '@svc/contract';
import type { IdentifiedPolicy } from '@svc/core/policy';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Guarded, PolicyGuard } from '../policies/index.ts';
import { type FaultLog, type GuardedChange, type GuardJob, type Proofs, worldOf } from '../proofs/index.ts';
import { groundsOf } from './grounds.ts';
import { claimOf, type StoredGuardrail } from './plan-guardrails.ts';
import { selectGuardrails } from './rows.ts';
import { type Found, keepProofs } from './stored-proofs.ts';

const NOTHING: Guarded = { brokenClaims: undefined, keep: async () => [] };

export function createPolicyGuard({
  pool,
  proofThreads,
  log,
}: {
  pool: pg.Pool;
  proofThreads: Proofs;
  log: FaultLog;
}): PolicyGuard {
  return {
    async check(snapshot, proposed, { nowMs, isPlan }) {
      const { organizationId, policies } = snapshot;
      // Every change of a guardrail makes a generation: one that comes later makes the snapshot stale.
      const guardrails = await inTransaction(pool, [organizationId], (transaction) =>
        selectGuardrails(transaction, organizationId),
      );
      if (guardrails.size === 0) return NOTHING;
      const change = {
        before: policies.map(({ id, text }) => ({ id, text })),
        after: await proposed(),
        ...worldOf(snapshot),
        nowMs,
      };
      const guarded = await guardedSet({ proofThreads, log }, organizationId, [...guardrails.values()], change);
      if (!isPlan) refuseBroken(guarded);
      return { brokenClaims: guarded.brokenClaims, keep: await keeper(snapshot, guarded.found, nowMs) };
    },
  };
}

async function keeper(
  snapshot: OrganizationSnapshot,
  found: readonly Found[],
  nowMs: number,
): Promise<Guarded['keep']> {
  // A change of policies leaves everything else as it is.
  const grounds = await groundsOf(snapshot);
  return async (transaction, version) => {
    const after = { ...grounds, policySetVersion: version };
    await keepProofs(transaction, snapshot.organizationId, found, after, nowMs);
    return [];
  };
}

/** A change of policies in an organization. */
type SetChange = Omit<GuardJob, 'kind' | 'enforcing' | 'telling' | 'after'> & {
  after: readonly IdentifiedPolicy[];
};

interface GuardedSet {
  /** null: not known; when only those that refuse nothing took too long, there are the others. */
  brokenClaims: BrokenClaim[] | null;
  /** False: whether an enforcing guardrail is broken is not known. */
  isComplete: boolean;
  found: Found[];
}

/**
 * Proves all guardrails about the set that a change would leave.
 * @throws ApiError 429 and 503 when too many proofs wait, and a guardrail is enforcing
 */
async function guardedSet(
  { proofThreads, log }: { proofThreads: Proofs; log: FaultLog },
  organizationId: string,
  guardrails: readonly StoredGuardrail[],
  change: SetChange,
): Promise<GuardedSet> {
  const enforcing = guardrails.filter((one) => one.enforcing);
  const telling = guardrails.filter((one) => !one.enforcing);
  const job: GuardJob = { kind: 'guard', enforcing: enforcing.map(claimOf), telling: telling.map(claimOf), ...change };
  const answer = await proofThreads.guard(organizationId, job).catch((error: unknown): GuardedChange => {
    const isTooLong = error instanceof ApiError && error.code === 'validation_error';
    if (enforcing.length > 0 && !isTooLong) throw error;
    return { enforcing: enforcing.length > 0 ? null : [], telling: null, unconfirmed: null };
  });
  if (answer.unconfirmed !== null) log.error({ organizationId }, 'a proof does not agree with the engine');
  const broken = [...brokenOf(enforcing, answer.enforcing), ...brokenOf(telling, answer.telling)];
  const isWhole = answer.enforcing !== null && answer.telling !== null;
  return {
    brokenClaims: isWhole || broken.some(({ refuses }) => refuses) ? broken : null,
    isComplete: answer.enforcing !== null,
    found: [...foundOf(enforcing, answer.enforcing), ...foundOf(telling, answer.telling)],
  };
}

type Answers = GuardedChange['enforcing'];

function brokenOf(guardrails: readonly StoredGuardrail[], answers: Answers): BrokenClaim[] {
  return guardrails.flatMap(({ id, name, enforcing }, index) => {
    const { proof, heldBefore } = answers?.[index] ?? {};
    if (proof === undefined || proof.counterexample === null) return [];
    const held = heldBefore === true;
    const witness = proof.counterexample;
    return [{ id, name, enforcing, heldBefore: held, refuses: enforcing && held, of: proof.of, witness }];
  });
}

function foundOf(guardrails: readonly StoredGuardrail[], answers: Answers): Found[] {
  return guardrails.map(({ id, version }, index) => ({ id, version, proof: answers?.[index]?.proof ?? null }));
}

/** @throws ApiError 409 when the change breaks an enforcing guardrail, or when that is not known */
function refuseBroken({ brokenClaims, isComplete }: GuardedSet): void {
  // An empty list: a guardrail stands against the change, and which one is not known.
  if (!isComplete) throw new ApiError('conflict', { message: NOT_PROVED, brokenClaims: [] });
  const refusing = (brokenClaims ?? []).filter(({ refuses }) => refuses);
  const [first, ...others] = refusing;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` It breaks ${others.length} more.`;
  throw new ApiError('conflict', {
    message: `${brokenText(first)} Nothing was changed.${more}`,
    brokenClaims: refusing,
  });
}

const NOT_PROVED =
  'Whether the enforcing guardrails still hold could not be proved within the time and memory of one analysis. ' +
  'Nothing was changed; change fewer policies, write fewer nested groups, or let the guardrails only tell.';

/** The guardrail, the event that breaks it, and what would decide it. */
export function brokenText({ name, of, witness }: BrokenClaim): string {
  const decided = `would get ${witness[of]}${deciderText(witness)}`;
  return `This breaks the guardrail "${name}": ${witnessText(witness)} ${decided}.`;
}

function witnessText({ input }: PolicyWitness): string {
  const { agent, action, resource, destination, recordsAffected, dlpTypes, outsideBusinessHours } = input;
  const parts = [
    `${action} on ${resource} by ${agent}`,
    destination === null ? null : `to ${destination}`,
    recordsAffected === null ? null : `of ${recordsAffected} records`,
    dlpTypes.length === 0 ? null : `with ${dlpTypes.join(', ')}`,
    outsideBusinessHours ? 'outside business hours' : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

function deciderText({ policy, budget, riskScore }: PolicyWitness): string {
  if (budget !== undefined) return ` once the budget "${budget.name}" is full`;
  return policy === null ? `, risk score ${riskScore}` : ` by "${policy.name}"`;
}
