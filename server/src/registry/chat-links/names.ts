// SPDX-License-Identifier: Apache-2.0
/** Names beside a link, which lies apart from the rows of its organization. */
import type { Transaction } from '../../storage/db/index.ts';

export interface ChatNames {
  organization: string;
  integration: string;
}

/**
 * The transaction sees these organizations.
 * @returns the names of these integrations by their ids; one that is gone has none
 */
export async function namesOfChats(
  transaction: Transaction,
  organizationIds: readonly string[],
  integrationIds: readonly string[],
): Promise<ReadonlyMap<string, ChatNames>> {
  const values = [[...new Set(organizationIds)], [...new Set(integrationIds)]];
  const rows = await transaction.query<ChatNames & { id: string }>(SELECT_NAMES, values);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

const SELECT_NAMES = `
  SELECT i.id, i.name AS integration, o.name AS organization
  FROM svc.integrations i JOIN svc.organizations o USING (organization_id)
  WHERE i.organization_id = ANY ($1::uuid[]) AND i.id = ANY ($2::uuid[])`;
