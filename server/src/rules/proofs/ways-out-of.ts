// SPDX-License-Identifier: Apache-2.0
/** Finds the ways out of one event under the stored policies, in the thread for proofs. Records nothing. */
import type { WitnessInput } from '@svc/core/analysis';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { Proofs } from './proof-threads.ts';
import type { FoundWaysOut } from './ways-out-job.ts';
import { worldOf } from './world.ts';

/** @throws ApiError 400 for a set that takes too long; 429 and 503 when too many proofs wait */
export async function waysOutOf(
  threads: Proofs,
  snapshot: OrganizationSnapshot,
  event: WitnessInput,
  nowMs: number,
): Promise<FoundWaysOut> {
  const { settings } = worldOf(snapshot);
  const stored = snapshot.policies.map(({ id, text }) => ({ id, text }));
  return await threads.waysOut(snapshot.organizationId, { kind: 'waysOut', stored, event, settings, nowMs });
}
