// SPDX-License-Identifier: Apache-2.0
/** Analyses the stored set of an organization. Records nothing. */
import type { PolicyAnalysis } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { Proofs } from './proof-threads.ts';
import { worldOf } from './world.ts';

/** @throws ApiError 400 for a set that takes too long; 429 and 503 when too many proofs wait */
export async function analysePolicies(threads: Proofs, snapshot: OrganizationSnapshot): Promise<PolicyAnalysis> {
  const { organizationId, policySetVersion, policies } = snapshot;
  const stored = policies.map(({ id, text }) => ({ id, text }));
  const found = await threads.analyse(organizationId, { kind: 'analyse', stored, ...worldOf(snapshot) });
  return { policySetVersion, ...found };
}
