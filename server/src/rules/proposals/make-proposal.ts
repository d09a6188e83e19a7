// SPDX-License-Identifier: Apache-2.0
/** Makes a proposal of a change that was asked for, and the refusal that names it. */
import type { Looser } from '@svc/contract';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { digestOf, insertProposal, type ProposedChange, selectWaiting, writeLooser } from './rows.ts';

const DAYS_MAX = 7;
const DAY_MS = 86_400_000;
const WAITING_MAX = 100;

/**
 * The caller holds the head's lock. The same change by the same author waits once.
 * @returns its id, and the entries
 * @throws ApiError 409 when too many wait
 */
export async function makeProposal(
  transaction: Transaction,
  organizationId: string,
  asked: ProposedChange,
  looser: Looser,
): Promise<{ id: string; changes: Change[] }> {
  const { count, sameId } = await selectWaiting(transaction, organizationId, digestOf(asked));
  if (sameId !== null) {
    await writeLooser(transaction, organizationId, sameId, looser);
    return { id: sameId, changes: [] };
  }
  if (count >= WAITING_MAX) {
    throw new ApiError('conflict', { message: `At most ${WAITING_MAX} changes wait for a second person; answer one.` });
  }
  const nowMs = transaction.clock.nowMs();
  const id = uuidv7(nowMs);
  const expiresAt = new Date(nowMs + DAYS_MAX * DAY_MS);
  await insertProposal(transaction, organizationId, { id, asked, looser, at: new Date(nowMs), expiresAt });
  await enqueueMail(transaction, { kind: 'proposal.made', organizationId, subjectId: id });
  const metadata = { change: asked.kind, changed: asked.subject, expiresAt: expiresAt.toISOString() };
  return { id, changes: [{ kind: 'proposal.made', subject: { type: 'proposal', id }, metadata }] };
}

/** Where a person answers it. */
export function pathOf(id: string): string {
  return `/app/policies/proposals?open=${id}`;
}

/** The answer to the one who asked for the change. */
export function waiting(id: string): ApiError {
  const path = pathOf(id);
  const message = `This lets more through, so it waits for another owner or admin: ${path}. Nothing was changed yet.`;
  return new ApiError('needs_second_person', { message, proposal: { id, path } });
}
