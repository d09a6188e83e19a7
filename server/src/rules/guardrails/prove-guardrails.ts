// SPDX-License-Identifier: Apache-2.0
/** Proves guardrails about the policies in force, and keeps the proofs; or a claim that is still being written. */
import type { GuardrailCheck, GuardrailsProved, PolicyClaim } from '@svc/contract';
import type pg from 'pg';
import { type OrganizationSnapshot, StaleRules } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { selectGeneration } from '../../storage/heads/index.ts';
import type { Reads } from '../../storage/lists/index.ts';
import { type FaultLog, type Proofs, provePolicies } from '../proofs/index.ts';
import { checkClaim } from './change-guardrail.ts';
import { groundsOf } from './grounds.ts';
import { claimOf } from './plan-guardrails.ts';
import { readGuardrails } from './read-guardrails.ts';
import { selectGuardrails } from './rows.ts';
import { keepProofs } from './stored-proofs.ts';
import { noSuchGuardrail } from './versions.ts';

export interface ProvingDeps {
  pool: pg.Pool;
  reads: Pick<Reads, 'pool'>;
  proofThreads: Proofs;
  log: FaultLog;
}

/**
 * @param ids null: all of them
 * @throws ApiError 404 for an id of no guardrail; 400 for what takes too long; 429 and 503 when too many proofs wait
 * @throws StaleRules when the rules changed meanwhile
 */
export async function proveGuardrails(
  deps: ProvingDeps,
  snapshot: OrganizationSnapshot,
  ids: readonly string[] | null,
  nowMs: number,
): Promise<GuardrailsProved> {
  const { organizationId, policySetVersion, generation } = snapshot;
  const wanted = ids === null ? null : new Set(ids.map((id) => id.toLowerCase()));
  const stored = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectGuardrails(transaction, organizationId),
  );
  const asked = [...stored.values()].filter(({ id }) => wanted === null || wanted.has(id));
  if (wanted !== null && asked.length < wanted.size) throw noSuchGuardrail();
  if (asked.length > 0) {
    const results = await prove(deps, snapshot, asked.map(claimOf), nowMs);
    const found = asked.map(({ id, version }, index) => ({ id, version, proof: results?.[index] ?? null }));
    const grounds = await groundsOf(snapshot);
    await inTransaction(deps.pool, [organizationId], async (transaction) => {
      // Under other rules these proofs would be about a claim or a set that they were not made for.
      if ((await selectGeneration(transaction, organizationId)) !== generation) throw new StaleRules();
      await keepProofs(transaction, organizationId, found, grounds, nowMs);
    });
  }
  const items = await readGuardrails(
    { pool: deps.pool },
    snapshot,
    asked.map(({ id }) => id),
  );
  return { policySetVersion, items };
}

/** @throws ApiError 400 with the path of each fault, and for what takes too long; 429 and 503 as above */
export async function checkGuardrail(
  deps: Pick<ProvingDeps, 'proofThreads' | 'log'>,
  snapshot: OrganizationSnapshot,
  claim: PolicyClaim,
  nowMs: number,
): Promise<GuardrailCheck> {
  checkClaim(claim);
  const results = await prove(deps, snapshot, [claim], nowMs);
  return { policySetVersion: snapshot.policySetVersion, proof: results?.[0] ?? null };
}

/** @returns null when time or memory did not suffice */
async function prove(
  { proofThreads: threads, log }: Pick<ProvingDeps, 'proofThreads' | 'log'>,
  snapshot: OrganizationSnapshot,
  claims: PolicyClaim[],
  nowMs: number,
) {
  const request = { claims };
  const body = { request, text: JSON.stringify(request) };
  const { complete, results } = await provePolicies({ threads, log }, snapshot, body, nowMs);
  return complete ? results : null;
}
