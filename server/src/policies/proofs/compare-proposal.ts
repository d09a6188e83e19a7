/** Compares the stored set of an organization with what a person is writing. Records nothing. */
import type { AppPolicyDifference } from '@svc/contract';
import type { Area } from '@svc/core/analysis';
import type { OrganizationSnapshot } from '../../organizations/index.ts';
import { TURNS } from '../../turns/index.ts';
import type { PolicyThreads } from '../policy-threads.ts';
import { checkProposedSet, type Proposal, proposedSet } from '../proposal.ts';
import { placeholderId } from '../test-job.ts';
import type { ProofThreads } from './proof-threads.ts';
import type { FaultLog } from './prove-policies.ts';
import { worldOf } from './world.ts';
import { writable } from './writable.ts';

/**
 * @throws ApiError 400 with the path of each fault, and for sets that take too long; 404 for a change of no policy; 429
 * and 503 when too many proofs wait
 */
export async function compareProposal(
  threads: { policyThreads: PolicyThreads; proofThreads: ProofThreads; log: FaultLog },
  snapshot: OrganizationSnapshot,
  proposal: Proposal,
  nowMs: number,
): Promise<AppPolicyDifference> {
  const { organizationId, policySetVersion, policies } = snapshot;
  await checkProposedSet(threads.policyThreads, snapshot, proposal);
  const proposed = await TURNS.run(organizationId, proposedSet(snapshot, proposal));
  const { difference, areas, standing, isUnconfirmed } = await threads.proofThreads.compare(organizationId, {
    kind: 'difference',
    stored: policies.map(({ id, text }) => ({ id, text })),
    proposed,
    changedId: changedIn(proposal),
    ...worldOf(snapshot),
    nowMs,
  });
  if (isUnconfirmed) {
    threads.log.error({ organizationId, policySetVersion }, 'a difference does not agree with the engine');
  }
  const { changes, ...counts } = difference;
  return {
    policySetVersion,
    ...counts,
    changes: changes.map((change, place) => ({
      ...change,
      areas: change.areas.map((told, index) => ({ ...told, area: writable(areas[place]?.[index] as Area) })),
    })),
    standing:
      standing === null ? null : { ...standing, shadowers: standing.shadowers.map(({ id, name }) => ({ id, name })) },
  };
}

/** The id of the proposed policy in the proposed set. */
function changedIn({ change }: Proposal): string | null {
  if (change?.policy == null) return null;
  return change.id?.toLowerCase() ?? placeholderId(0);
}
