// SPDX-License-Identifier: Apache-2.0
/** Compares the stored set of an organization with the one that an apply would leave. Records nothing. */
import type { PolicyApplyRequest, PolicyDifference } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { appliedSet } from '../policies/index.ts';
import type { Proofs } from './proof-threads.ts';
import type { FaultLog } from './prove-policies.ts';
import { worldOf } from './world.ts';

/**
 * @param request checked as an apply checks it
 * @throws ApiError 400 for sets that take too long; 429 and 503 when too many proofs wait
 */
export async function comparePolicies(
  { threads, log }: { threads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  request: PolicyApplyRequest,
  nowMs: number,
): Promise<PolicyDifference> {
  const { organizationId, policySetVersion, policies } = snapshot;
  const proposed = await TURNS.run(organizationId, appliedSet(snapshot, request));
  const { difference, isUnconfirmed } = await threads.compare(organizationId, {
    kind: 'difference',
    stored: policies.map(({ id, text }) => ({ id, text })),
    proposed,
    changedId: null,
    ...worldOf(snapshot),
    nowMs,
  });
  if (isUnconfirmed) log.error({ organizationId, policySetVersion }, 'a difference does not agree with the engine');
  return difference;
}

/** @throws ApiError 409 when the difference loosens anything, or is not known */
export function refuseLooser({ complete, looser, changes }: PolicyDifference): void {
  if (!complete) {
    const message =
      'Whether this loosens anything could not be computed within the time and memory of one analysis. Nothing was ' +
      'changed; send fewer changes, or leave `refuse` out.';
    throw new ApiError('conflict', { message });
  }
  if (looser === 0) return;
  const [first] = changes;
  const [area] = first?.areas ?? [];
  const example =
    area === undefined ? '' : ` For example: ${area.when}, ${first?.from.decision} becomes ${first?.to.decision}.`;
  const what = looser === 1 ? 'decisions' : `decisions in ${looser} ways`;
  const message = `This loosens ${what}; nothing was changed.${example}`;
  throw new ApiError('conflict', { message });
}
