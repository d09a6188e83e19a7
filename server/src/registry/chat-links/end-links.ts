// SPDX-License-Identifier: Apache-2.0
/** Ends links: of chats whose secrets change, and of an account that another person gets. */

import { enqueueMail } from '../../outgoing/mail/index.ts';
import { noteActivity } from '../../people/activity/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { namesOfChats } from './names.ts';

/**
 * Open one-time links end, too. Each linked person is told, by mail and in their own history.
 * @returns a change for each link, for the audit chain
 */
export async function endLinksOfChats(
  transaction: Transaction,
  organizationId: string,
  integrationIds: readonly string[],
): Promise<Change[]> {
  if (integrationIds.length === 0) return [];
  const values = [organizationId, integrationIds];
  await transaction.query(DELETE_REQUESTS, values);
  const ended = await transaction.query<EndedRow>(DELETE_LINKS, values);
  const names = ended.length === 0 ? null : await namesOfChats(transaction, [organizationId], integrationIds);
  for (const { account_id: accountId, integration_id: id } of ended) {
    const subjectId = await noteActivity(transaction, {
      accountId,
      kind: 'chat_link.ended',
      atMs: transaction.clock.nowMs(),
      client: null,
      details: { ...names?.get(id) },
    });
    await enqueueMail(transaction, { kind: 'account.chat_link_ended', organizationId: null, subjectId });
  }
  return ended.map(({ account_id: id, integration_id: integrationId }) => ({
    kind: 'chat_link.ended',
    subject: { type: 'user', id },
    metadata: { integrationId },
  }));
}

const DELETE_REQUESTS = `
  DELETE FROM svc.chat_link_requests WHERE organization_id = $1 AND integration_id = ANY ($2::uuid[])`;

interface EndedRow extends Record<string, unknown> {
  account_id: string;
  integration_id: string;
}

const DELETE_LINKS = `
  DELETE FROM svc.chat_links WHERE organization_id = $1 AND integration_id = ANY ($2::uuid[])
  RETURNING account_id, integration_id`;

/**
 * The links of an account, whose person was another one. Open requests name no person. In an organization without
 * another member they are for this one, and end too.
 * @returns a change for each link, for the audit chain
 */
export async function endLinksOfPerson(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Change[]> {
  const members = await transaction.query<{ account_id: string }>(SELECT_TWO_MEMBERS, [organizationId]);
  if (members.length === 1 && members[0]?.account_id === accountId) {
    await transaction.query(DELETE_ALL_REQUESTS, [organizationId]);
  }
  const ended = await transaction.query<{ integration_id: string }>(DELETE_OF_PERSON, [organizationId, accountId]);
  return ended.map(({ integration_id: integrationId }) => {
    return { kind: 'chat_link.deleted', subject: { type: 'user', id: accountId }, metadata: { integrationId } };
  });
}

const SELECT_TWO_MEMBERS = 'SELECT account_id FROM svc.memberships WHERE organization_id = $1 LIMIT 2';
const DELETE_ALL_REQUESTS = 'DELETE FROM svc.chat_link_requests WHERE organization_id = $1';
const DELETE_OF_PERSON = `
  DELETE FROM svc.chat_links WHERE organization_id = $1 AND account_id = $2 RETURNING integration_id`;
