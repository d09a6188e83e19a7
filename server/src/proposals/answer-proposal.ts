// SPDX-License-Identifier: Apache-2.0
/** Accepts, declines and withdraws a proposal. Its author never answers it, and only they withdraw it. */
import type {
  OrganizationChange,
  PolicyApplyRequest,
  PolicyCreation,
  PolicyRemoval,
  PolicyRestore,
  PolicyUpdate,
  Proposal,
  ProposalKind,
  Role,
} from '@svc/contract';
import { actAsAdmin, type Changer } from '../accounts/index.ts';
import { inTransaction } from '../db/index.ts';
import type { AddressReach } from '../egress/index.ts';
import { ApiError } from '../errors/index.ts';
import { changeSettings, type OrganizationSnapshot, type OrganizationSnapshots } from '../organizations/index.ts';
import { applyPolicies, createPolicy, deletePolicy, restorePolicyVersion, updatePolicy } from '../policies/index.ts';
import { readProposal } from './read-proposals.ts';
import { answerProposal, type StoredProposal, selectProposal } from './rows.ts';
import { acceptingSettings, type SecondPerson } from './second-person.ts';

type PolicyDeps = Parameters<typeof createPolicy>[0] & Parameters<typeof applyPolicies>[0];
type AcceptDeps = PolicyDeps & {
  snapshots: OrganizationSnapshots;
  secondPerson: SecondPerson;
  reach: AddressReach;
};

interface Answerer extends Changer {
  role: Role;
}

/**
 * The change is made as its author asked for it, in the name of the one who accepts. Both are in the chain.
 * @throws ApiError 403 for the author, 404, 409 for one that waits no longer, and when it lets other things through by
 * now; any refusal of the change itself
 */
export async function acceptProposal(deps: AcceptDeps, by: Answerer, id: string): Promise<Proposal> {
  const { organizationId, accountId } = by;
  const proposal = await answerable(deps, by, id);
  const accepted = { organizationId, accountId, proposal };
  if (proposal.kind === 'updateOrganization') {
    const changer = { organizationId, accountId, isRecent: true, isSecond: true };
    await changeSettings(deps, changer, proposal.request as OrganizationChange, acceptingSettings(accepted));
  } else {
    const make = MAKES[proposal.kind];
    const guarded = { ...deps, policyGuard: deps.secondPerson.accepting(accepted) };
    await deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
      await make(guarded, snapshot, by, proposal);
    });
  }
  const after = await readProposal(deps.pool, by, id);
  if (after.status === 'ACCEPTED') return after;
  throw new ApiError('conflict', {
    message: 'It changes nothing any more: decline it, or let its author withdraw it.',
  });
}

type Make = (
  deps: PolicyDeps,
  snapshot: OrganizationSnapshot,
  by: Answerer,
  proposal: StoredProposal,
) => Promise<unknown>;

const MAKES: Readonly<Record<Exclude<ProposalKind, 'updateOrganization'>, Make>> = {
  createPolicy: (deps, snapshot, by, { request }) =>
    createPolicy(deps, snapshot, by, request as unknown as PolicyCreation),
  updatePolicy: (deps, snapshot, by, { subject, request }) =>
    updatePolicy(deps, snapshot, by, subject ?? '', request as unknown as PolicyUpdate),
  deletePolicy: (deps, snapshot, by, { subject, request }) =>
    deletePolicy(deps, snapshot, by, subject ?? '', (request as PolicyRemoval).note),
  restorePolicyVersion: (deps, snapshot, by, { subject, request }) => {
    const { note } = request as PolicyRestore;
    return restorePolicyVersion(deps, snapshot, by, { number: Number(subject), current: undefined, note });
  },
  applyPolicies: (deps, snapshot, { accountId, role }, { request }) => {
    const nowMs = deps.pool.clock.nowMs();
    const origin = { nowMs, actor: { type: 'user' as const, id: accountId }, source: 'app', keyPrefix: null, role };
    const body = { request: request as unknown as PolicyApplyRequest, text: JSON.stringify(request) };
    return applyPolicies(deps, snapshot, body, origin);
  },
};

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
