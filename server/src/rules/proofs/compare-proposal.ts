// SPDX-License-Identifier: Apache-2.0
/** Compares the stored set of an organization with what a person is writing. Records nothing. */
import type { AppPolicyDifference } from '@svc/contract';
import type { Area } from '@svc/core/analysis';
import type { IdentifiedPolicy } from '@svc/core/policy';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { checkProposedSet, type Proposal, proposedSet } from '../policies/index.ts';
import { readSetInSteps } from '../policy-editing/index.ts';
import type { PolicyThreads } from '../policy-jobs/index.ts';
import { placeholderId } from '../policy-jobs/index.ts';
import { selectSetAt } from '../policy-versions/index.ts';
import { type Compared, compareSets, type DifferenceJob } from './difference-job.ts';
import type { Proofs } from './proof-threads.ts';
import type { FaultLog } from './prove-policies.ts';
import { worldOf } from './world.ts';
import { writable } from './writable.ts';

/**
 * @param proposal by a version: that set, as a restore would bring it back
 * @throws ApiError 400 with the path of each fault, and for sets that take too long; 404 for a change of no policy; 429
 * and 503 when too many proofs wait
 */
export async function compareProposal(
  threads: { policyThreads: PolicyThreads; proofThreads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  { version, ...proposal }: Proposal & { version?: number },
  { pool, nowMs }: { pool: pg.Pool; nowMs: number },
): Promise<AppPolicyDifference> {
  const { organizationId } = snapshot;
  const proposed =
    version === undefined
      ? await proposedBy(threads, snapshot, proposal)
      : await earlierSet(pool, organizationId, version);
  return await compareSet(threads, snapshot, { proposed, changedId: changedIn(proposal), nowMs });
}

/**
 * @param proposed a set that was checked
 * @throws ApiError 400 for sets that take too long; 429 and 503 when too many proofs wait
 */
export async function compareSet(
  { proofThreads, log }: { proofThreads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  { proposed, changedId, nowMs }: { proposed: readonly IdentifiedPolicy[]; changedId: string | null; nowMs: number },
): Promise<AppPolicyDifference> {
  const { organizationId, policySetVersion, policies } = snapshot;
  const { difference, areas, standing, isUnconfirmed } = await proofThreads.compare(organizationId, {
    kind: 'difference',
    stored: policies.map(({ id, text }) => ({ id, text })),
    proposed,
    changedId,
    ...worldOf(snapshot),
    nowMs,
  });
  if (isUnconfirmed) log.error({ organizationId, policySetVersion }, 'a difference does not agree with the engine');
  return {
    policySetVersion,
    ...difference,
    changes: shownChanges({ difference, areas }),
    standing:
      standing === null ? null : { ...standing, shadowers: standing.shadowers.map(({ id, name }) => ({ id, name })) },
  };
}

/** The same in this thread, outside the service: where a file is applied. */
export function compareHere(job: DifferenceJob): Omit<AppPolicyDifference, 'policySetVersion' | 'standing'> {
  const compared = compareSets(job);
  return { ...compared.difference, changes: shownChanges(compared) };
}

function shownChanges({ difference, areas }: Pick<Compared, 'difference' | 'areas'>): AppPolicyDifference['changes'] {
  return difference.changes.map((change, place) => ({
    ...change,
    areas: change.areas.map((told, index) => ({ ...told, area: writable(areas[place]?.[index] as Area) })),
  }));
}

async function proposedBy(
  { policyThreads }: { policyThreads: PolicyThreads },
  snapshot: OrganizationSnapshot,
  proposal: Proposal,
): Promise<IdentifiedPolicy[]> {
  await checkProposedSet(policyThreads, snapshot, proposal);
  return await TURNS.run(snapshot.organizationId, proposedSet(snapshot, proposal));
}

/** A stored set was checked when it was stored. @throws ApiError 404 */
async function earlierSet(pool: pg.Pool, organizationId: string, version: number): Promise<IdentifiedPolicy[]> {
  const set = await inTransaction(pool, [organizationId], (transaction) =>
    selectSetAt(transaction, organizationId, version),
  );
  return await TURNS.run(organizationId, readSetInSteps(set));
}

/** The id of the proposed policy in the proposed set. */
function changedIn({ change }: Proposal): string | null {
  if (change?.policy == null) return null;
  return change.id?.toLowerCase() ?? placeholderId(0);
}
