// SPDX-License-Identifier: Apache-2.0
/** The last proof of each guardrail. */
import { GUARDRAIL_HOLDERS_MAX, type GuardrailProof, type PolicyProof } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { Grounds } from './grounds.ts';

export type StoredResult = NonNullable<GuardrailProof['result']>;

/** A guardrail at one of its versions, and what a proof found; null: time or memory did not suffice. */
export interface Found {
  id: string;
  version: number;
  proof: PolicyProof | null;
}

/** Keeps proofs that were made under these grounds. An older proof does not take the place of a newer one. */
export async function keepProofs(
  transaction: Transaction,
  organizationId: string,
  found: readonly Found[],
  { policySetVersion, worldDigest }: Grounds,
  nowMs: number,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ id, version, proof }) => ({
    id,
    version,
    result: proof === null ? null : resultOf(proof),
  }));
  const values = [organizationId, policySetVersion, worldDigest, new Date(nowMs), JSON.stringify(rows)];
  await transaction.query(KEEP_PROOFS, values);
}

const KEEP_PROOFS = `
  INSERT INTO svc.guardrail_proofs AS p (organization_id, guardrail_id, guardrail_version, policy_set_version,
    world_digest, proved_at, result)
  SELECT $1, g.id, d.version, $2, $3, $4, NULLIF(d.result, 'null'::jsonb)
  FROM json_to_recordset($5) AS d (id uuid, version bigint, result jsonb)
    JOIN svc.guardrails g ON g.organization_id = $1 AND g.id = d.id
  ON CONFLICT (organization_id, guardrail_id) DO UPDATE SET
    guardrail_version = excluded.guardrail_version, policy_set_version = excluded.policy_set_version,
    world_digest = excluded.world_digest, proved_at = excluded.proved_at, result = excluded.result
  WHERE excluded.proved_at >= p.proved_at`;

function resultOf({ name: _name, heldBy, ...result }: PolicyProof): StoredResult {
  return { ...result, heldBy: heldBy.slice(0, GUARDRAIL_HOLDERS_MAX), heldByTotal: heldBy.length };
}

/**
 * Policies keep their names in a proof. A policy that the proved change made had no id yet.
 * @param idOf the id of a policy in force
 */
export function withPresentIds(result: StoredResult, idOf: (name: string) => string | undefined): StoredResult {
  const present = <Policy extends { id: string; name: string }>(policy: Policy): Policy => ({
    ...policy,
    id: idOf(policy.name) ?? policy.id,
  });
  const shown = (witness: StoredResult['counterexample']): StoredResult['counterexample'] =>
    witness === null || witness.policy === null ? witness : { ...witness, policy: present(witness.policy) };
  return {
    ...result,
    counterexample: shown(result.counterexample),
    evadable: shown(result.evadable),
    heldBy: result.heldBy.map(present),
  };
}
