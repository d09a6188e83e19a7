// SPDX-License-Identifier: Apache-2.0
/** Accepts, declines and withdraws a proposal. Its author never answers it, and only they withdraw it. */
import type { Proposal } from '@svc/contract';
import { actAsAdmin } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type AcceptDeps, type Answerer, makeAccepted } from './make-accepted.ts';
import { readProposal } from './read-proposals.ts';
import { answerProposal, type StoredProposal, selectProposal } from './rows.ts';

/**
 * The change is made as its author asked for it, in the name of the one who accepts. Both are in the chain.
 * @throws ApiError 403 for the author, 404, 409 for one that waits no longer, and when it lets other things through by
 * now; any refusal of the change itself
 */
export async function acceptProposal(deps: AcceptDeps, by: Answerer, id: string): Promise<Proposal> {
  const proposal = await answerable(deps, by, id);
  await makeAccepted(deps, by, proposal);
  const after = await readProposal(deps.pool, by, id);
  if (after.status === 'ACCEPTED') return after;
  throw new ApiError('conflict', {
    message: 'It changes nothing any more: decline it, or let its author withdraw it.',
  });
}

/** @throws ApiError 403 for the author, 404, 409 for one that waits no longer */
export async function declineProposal(deps: Pick<AcceptDeps, 'pool'>, by: Answerer, id: string): Promise<Proposal> {
  return await end(deps, by, await answerable(deps, by, id), 'DECLINED');
}

/** @throws ApiError 403 for everybody but the author, 404, 409 for one that waits no longer */
export async function withdrawProposal(deps: Pick<AcceptDeps, 'pool'>, by: Answerer, id: string): Promise<Proposal> {
  const proposal = await waitingOne(deps, by, id);
  if (proposal.authorPersonId !== by.accountId) {
    throw new ApiError('forbidden', { message: 'Only its author withdraws a change; you may decline it.' });
  }
  return await end(deps, by, proposal, 'WITHDRAWN');
}

const ENTRIES = { DECLINED: 'proposal.declined', WITHDRAWN: 'proposal.withdrawn' } as const;

async function end(
  { pool }: Pick<AcceptDeps, 'pool'>,
  by: Answerer,
  { id, kind, authorId }: StoredProposal,
  status: keyof typeof ENTRIES,
): Promise<Proposal> {
  const { organizationId, accountId } = by;
  await actAsAdmin(pool, by, async (transaction) => {
    if (!(await answerProposal(transaction, organizationId, { id, status, accountId }))) throw noLonger();
    const metadata = { change: kind, authorId };
    return { result: undefined, changes: [{ kind: ENTRIES[status], subject: { type: 'proposal', id }, metadata }] };
  });
  return await readProposal(pool, by, id);
}

async function answerable(deps: Pick<AcceptDeps, 'pool'>, by: Answerer, id: string): Promise<StoredProposal> {
  const proposal = await waitingOne(deps, by, id);
  if (proposal.authorPersonId !== by.accountId) return proposal;
  throw new ApiError('forbidden', { message: 'Another owner or admin answers it: it is your own change.' });
}

async function waitingOne(
  { pool }: Pick<AcceptDeps, 'pool'>,
  { organizationId }: Answerer,
  id: string,
): Promise<StoredProposal> {
  const proposal = await inTransaction(pool, [organizationId], (transaction) =>
    selectProposal(transaction, organizationId, id),
  );
  if (proposal === undefined) throw new ApiError('not_found', { message: 'There is no such proposal.' });
  if (proposal.status !== 'PENDING' || proposal.expiresAt.getTime() <= pool.clock.nowMs()) throw noLonger();
  return proposal;
}

function noLonger(): ApiError {
  return new ApiError('conflict', { message: 'The change was answered before, or its time is over.' });
}
