// SPDX-License-Identifier: Apache-2.0
/** Proves claims in an organization, about its own policies or proposed ones. Records nothing. */
import type { PolicyProveRequest, PolicyProveResponse } from '@svc/contract';
import { isBarredBy } from '@svc/core/grants';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { faultless } from '../policies/index.ts';
import type { Proofs } from './proof-threads.ts';
import { worldOf } from './world.ts';

/** The part of a log that a fault of ours is written to. */
export interface FaultLog {
  error(details: object, message: string): void;
}

/**
 * @param text the request as JSON
 * @throws ApiError 400 with the path of each wrong policy or claim, and for what takes too long; 429 and 503 when too
 * many proofs wait
 */
export async function provePolicies(
  { threads, log }: { threads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  { request, text }: { request: PolicyProveRequest; text: string },
  nowMs: number,
): Promise<PolicyProveResponse> {
  const { organizationId, policySetVersion, policies } = snapshot;
  const proved = await threads.prove(organizationId, {
    kind: 'prove',
    body: text,
    stored: request.policies === undefined ? policies.map(({ id, text: spec }) => ({ id, text: spec })) : [],
    ...worldOf(snapshot),
    nowMs,
  });
  const { complete, results, unconfirmed } = faultless(proved);
  if (unconfirmed !== null) log.error({ organizationId, policySetVersion }, 'a proof does not agree with the engine');
  if (request.policies !== undefined) return { policySetVersion, complete, results };
  return { policySetVersion, complete, results, grants: grantsAgainst(snapshot, request.claims, nowMs) };
}

/** Live grants that let through what a claim keeps for people. */
function grantsAgainst(
  { grants, resourcesById }: OrganizationSnapshot,
  claims: PolicyProveRequest['claims'],
  nowMs: number,
): NonNullable<PolicyProveResponse['grants']> {
  const live = [...grants.values()].flat().filter(({ untilMs }) => nowMs < untilMs);
  return claims.flatMap((claim) => {
    const against = live.filter((grant) => {
      const classification = resourcesById.get(grant.resourceId)?.classification;
      return classification !== undefined && isBarredBy(claim, { ...grant, classification });
    });
    return against.length === 0 ? [] : [{ claim: claim.name, ids: against.map(({ id }) => id) }];
  });
}
