// SPDX-License-Identifier: Apache-2.0
/** Finds the policies that keep one from ever deciding, in the thread for proofs. Records nothing. */
import type { PolicyShadow } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { noSuchPolicy } from '../policies/index.ts';
import type { Proofs } from './proof-threads.ts';
import type { FaultLog } from './prove-policies.ts';
import { worldOf } from './world.ts';

/** @throws ApiError 404 for no policy of the organization; 400 for a set that takes too long; 429 and 503 */
export async function shadowOf(
  { threads, log }: { threads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  policyId: string,
  nowMs: number,
): Promise<PolicyShadow> {
  const { organizationId, policySetVersion, policies } = snapshot;
  if (!policies.some(({ id }) => id === policyId)) throw noSuchPolicy();
  const { isUnconfirmed, ...found } = await threads.shadow(organizationId, {
    kind: 'shadow',
    stored: policies.map(({ id, text }) => ({ id, text })),
    policyId,
    ...worldOf(snapshot),
    nowMs,
  });
  if (isUnconfirmed) log.error({ organizationId, policySetVersion }, 'a shadow does not agree with the engine');
  return { policySetVersion, ...found };
}
