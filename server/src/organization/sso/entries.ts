// SPDX-License-Identifier: Apache-2.0
/** Other ways into an organization than its directory. They end for people who may enter by the directory alone. */
import { NEEDS_DIRECTORY } from '../../people/entry/index.ts';
import { directorySessions } from '../../people/sessions/index.ts';
import { endLinksOfPerson } from '../../registry/chat-links/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { endGrantsOf } from '../own-account/index.ts';

export async function peopleWhoNeedDirectory(transaction: Transaction, organizationId: string): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(SELECT_NEEDING, [organizationId]);
  return new Set(rows.map(({ id }) => id));
}

const SELECT_NEEDING = `
  SELECT m.account_id AS id
  FROM svc.memberships m LEFT JOIN svc.sso_connections c USING (organization_id)
  WHERE m.organization_id = $1 AND ${NEEDS_DIRECTORY}
  ORDER BY m.account_id`;

/**
 * Ends connected apps and chat links of people who need the directory now, and did not before. The streams of sessions
 * in the organization look again.
 * @returns the audit entries
 */
export async function endOtherEntries(
  transaction: Transaction,
  organizationId: string,
  before: ReadonlySet<string>,
): Promise<Change[]> {
  const now = await peopleWhoNeedDirectory(transaction, organizationId);
  const lost = [...now].filter((id) => !before.has(id));
  if (lost.length === 0) return [];
  const changes: Change[] = [];
  for (const accountId of lost) {
    changes.push(...(await endLinksOfPerson(transaction, organizationId, accountId)));
    changes.push(...(await endGrantsOf(transaction, organizationId, accountId)));
  }
  await directorySessions.tell(transaction, organizationId);
  return changes;
}
