// SPDX-License-Identifier: Apache-2.0
/** Ends links: of chats whose secrets change, and of an account that another person gets. */

import { enqueueMail } from '../../outgoing/mail/index.ts';
import { noteActivity } from '../../people/activity/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

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
  for (const { account_id: accountId, organization, integration } of ended) {
    const subjectId = await noteActivity(transaction, {
      accountId,
      kind: 'chat_link.ended',
      atMs: transaction.clock.nowMs(),
      client: null,
      details: { organization, integration },
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
  organization: string;
  integration: string;
}

const DELETE_LINKS = `
  DELETE FROM svc.chat_links l USING svc.organizations o, svc.integrations i
  WHERE l.organization_id = $1 AND l.integration_id = ANY ($2::uuid[])
    AND o.organization_id = l.organization_id AND i.organization_id = l.organization_id AND i.id = l.integration_id
  RETURNING l.account_id, l.integration_id, o.name AS organization, i.name AS integration`;

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
  await transaction.query(DELETE_REQUESTS_OF_ONLY_MEMBER, [organizationId, accountId]);
  const ended = await transaction.query<{ integration_id: string }>(DELETE_OF_PERSON, [organizationId, accountId]);
  return ended.map(({ integration_id: integrationId }) => {
    return { kind: 'chat_link.deleted', subject: { type: 'user', id: accountId }, metadata: { integrationId } };
  });
}

const DELETE_REQUESTS_OF_ONLY_MEMBER = `
  DELETE FROM svc.chat_link_requests WHERE organization_id = $1
    AND (SELECT array_agg(account_id) FROM svc.memberships WHERE organization_id = $1) = ARRAY[$2::uuid]`;
const DELETE_OF_PERSON = `
  DELETE FROM svc.chat_links WHERE organization_id = $1 AND account_id = $2 RETURNING integration_id`;
