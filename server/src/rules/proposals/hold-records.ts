// SPDX-License-Identifier: Apache-2.0
/** Holds back the change of one record, or of the roles that reviews pass to, in the transaction of the change. */
import type { Looser } from '@svc/contract';
import type { Hold } from '../../registry/records/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { AskedChange } from '../policies/index.ts';
import { isSameLooser } from './looser-of.ts';
import { makeProposal, waiting } from './make-proposal.ts';
import { selectNeedsTwo, writeLooser } from './rows.ts';
import { type Accepted, comparedAnew, markAccepted } from './second-person.ts';

/** The comparison is made anew, so the state that the author has seen is not kept. A secret is kept nowhere. */
const NOT_KEPT: ReadonlySet<string> = new Set(['updatedAt', 'current', 'secret']);

/** @param asked the request as a person, or a key, sent it */
export function holdChange({
  kind,
  subject,
  request,
  by = 'user',
}: Omit<AskedChange, 'author'> & { by?: 'user' | 'key' }): Hold {
  const kept = Object.fromEntries(Object.entries(request).filter(([field]) => !NOT_KEPT.has(field)));
  return async ({ transaction, organizationId, accountId }, { records = [], settings = [] }) => {
    if (records.length + settings.length === 0) return { refusal: null, changes: [] };
    if (!(await selectNeedsTwo(transaction, organizationId))) return { refusal: null, changes: [] };
    const asked = { kind, subject, request: kept, author: { type: by, id: accountId } } as const;
    const looser = { policies: null, settings, records };
    const { id, changes } = await makeProposal(transaction, organizationId, asked, looser);
    return { refusal: waiting(id), changes };
  };
}

/** For the change of an accepted proposal. */
export function acceptingChange(accepted: Accepted): Hold {
  const isAccepted = acceptingLooser(accepted);
  return async ({ transaction }, { records = [], settings = [] }) =>
    await isAccepted(transaction, { policies: null, settings, records });
}

/** The same for everything that a change lets through. */
export function acceptingLooser(accepted: Accepted) {
  const { proposal, organizationId } = accepted;
  return async (transaction: Transaction, looser: Looser): ReturnType<Hold> => {
    if (isSameLooser(looser, proposal.looser)) {
      return { refusal: null, changes: [await markAccepted(transaction, accepted)] };
    }
    await writeLooser(transaction, organizationId, proposal.id, looser);
    return { refusal: comparedAnew(), changes: [] };
  };
}
