// SPDX-License-Identifier: Apache-2.0
/** The grounds of a proof: when they have changed since, the proof says nothing of now. */
import { createHash, type Hash } from 'node:crypto';
import type { GuardrailProof } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import type { Steps } from '@svc/core/policy';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { worldOf } from '../proofs/index.ts';

export interface Grounds {
  policySetVersion: number;
  /** SHA-256 over agents with their permissions, resources, settings and budgets. */
  worldDigest: Buffer;
}

export async function groundsOf(snapshot: OrganizationSnapshot): Promise<Grounds> {
  const worldDigest = await TURNS.run(snapshot.organizationId, digestInSteps(worldOf(snapshot)));
  return { policySetVersion: snapshot.policySetVersion, worldDigest };
}

const RECORDS_PER_STEP = 500;

/** Rows have no order of their own: processes would disagree. */
function* digestInSteps({ agents, resources, settings, budgets }: ReturnType<typeof worldOf>): Steps<Buffer> {
  const digest = createHash('sha256').update(JSON.stringify(settings));
  yield* addInSteps(digest, agents);
  yield* addInSteps(digest, resources);
  if (budgets.length > 0) yield* addInSteps(digest, budgets);
  return digest.digest();
}

function* addInSteps(digest: Hash, records: readonly { id: string }[]): Steps<void> {
  digest.update(`[${records.length}]`);
  const sorted = records.toSorted((one, other) => compareCodePoints(one.id, other.id));
  for (const [index, record] of sorted.entries()) {
    digest.update(JSON.stringify(record));
    if ((index + 1) % RECORDS_PER_STEP === 0) yield;
  }
}

/** The versions under which a proof was made. */
export interface ProofGrounds extends Grounds {
  guardrailVersion: number;
}

export function changedSince(
  proof: ProofGrounds,
  guardrailVersion: number,
  now: Grounds,
): GuardrailProof['changedSince'] {
  return [
    ...(proof.guardrailVersion === guardrailVersion ? [] : (['claim'] as const)),
    ...(proof.policySetVersion === now.policySetVersion ? [] : (['policies'] as const)),
    ...(proof.worldDigest.equals(now.worldDigest) ? [] : (['organization'] as const)),
  ];
}
