// SPDX-License-Identifier: Apache-2.0
/** Ends an organization: from the commit on, nothing is decided, changed or seen in it on any process. */

import { noteEndedCustomer } from '../../organization/billing/index.ts';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { type Client, noteActivity } from '../../people/activity/index.ts';
import { selectMemberships } from '../../people/memberships/index.ts';
import { leaveSessions } from '../../people/sessions/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

interface Ended {
  organizationId: string;
  name: string;
  /** The owner who ends it, with the client; null: an operator. */
  accountId: string | null;
  client: Client | null;
  atMs: number;
}

/**
 * The caller holds the lock of the head, so each decision was recorded before, or finds no head and is refused. Keys,
 * memberships and invitations end here; a task deletes the other rows. Every member is told, by mail and in their own
 * history: the audit chain ends with the organization.
 */
export async function endOrganization(transaction: Transaction, ended: Ended): Promise<void> {
  const { organizationId, name, atMs } = ended;
  const members = await selectMemberships(transaction, organizationId);
  await leaveSessions(transaction, organizationId);
  await noteEndedCustomer(transaction, organizationId);
  await transaction.query(BEGIN_DELETION, [organizationId]);
  for (const { accountId } of members) {
    const client = accountId === ended.accountId ? ended.client : null;
    const entry = { accountId, kind: 'organization.deleted', atMs, client, details: { organization: name } } as const;
    const subjectId = await noteActivity(transaction, entry);
    await enqueueMail(transaction, { kind: 'account.organization_deleted', organizationId: null, subjectId });
  }
}

/** Takes head, keys, memberships, invitations and endpoints away, and marks the rest for the task that deletes it. */
const BEGIN_DELETION = `SELECT svc.begin_deletion($1)`;
