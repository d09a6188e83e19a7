// SPDX-License-Identifier: Apache-2.0
/** Ends sessions: of one person, or of everybody when tokens may have leaked. */
import type pg from 'pg';
import { endSessionsOf, endSomeSessions } from '../../people/sessions/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { appendEntries, type Change, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { pagesOfOrganizations } from '../organizations/index.ts';
import { actOnPerson, inEach, originAt } from './acts.ts';

const SESSIONS_AT_ONCE_MAX = 5_000;

/** @returns the number of sessions @throws OperatorError when no account has this address */
export async function endSessions(pool: pg.Pool, email: string): Promise<number> {
  return await actOnPerson(pool, email, async (transaction, person) => {
    const result = await endSessionsOf(transaction, [person.id]);
    const change = { kind: 'member.sessions_ended', subject: { type: 'member', id: person.id }, metadata: {} };
    return { result, changes: inEach(person, change) };
  });
}

/** The sessions end first, so that a fault in the middle leaves none. @returns their number */
export async function endAllSessions(pool: pg.Pool): Promise<number> {
  let total = 0;
  for (let ended = SESSIONS_AT_ONCE_MAX; ended === SESSIONS_AT_ONCE_MAX; total += ended) {
    ended = await inTransaction(pool, [], (transaction) => endSomeSessions(transaction, SESSIONS_AT_ONCE_MAX));
  }
  await noteAllSessionsEnded(pool, new Map());
  return total;
}

/** @param more further entries, by organization, that belong to the same act */
export async function noteAllSessionsEnded(pool: pg.Pool, more: ReadonlyMap<string, readonly Change[]>): Promise<void> {
  for await (const ids of pagesOfOrganizations(pool)) {
    for (const id of ids) await auditEnd(pool, id, more.get(id) ?? []);
  }
}

async function auditEnd(pool: pg.Pool, organizationId: string, more: readonly Change[]): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    // An organization that was deleted meanwhile has no chain.
    if (head === undefined) return;
    const subject = { type: 'organization', id: organizationId };
    const change = { kind: 'organization.sessions_ended', subject, metadata: {} };
    await appendEntries(
      transaction,
      head,
      entriesOf(organizationId, [change, ...more], originAt(transaction.clock.nowMs())),
    );
  });
}
