// SPDX-License-Identifier: Apache-2.0
/** The keys and webhooks that a member has made. They are the organization's, and go on when the member goes. */
import type { MadeByMember } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { readMember } from './list-members.ts';

const SHOWN_MAX = 100;

/** @throws ApiError 404 for no member */
export async function readMadeByMember(
  pool: pg.Pool,
  organizationId: string,
  accountId: string,
): Promise<MadeByMember> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    if ((await readMember(transaction, organizationId, accountId)) === null) {
      throw new ApiError('not_found', { message: 'The organization has no such member.' });
    }
    const of = [organizationId, accountId];
    return {
      apiKeys: await some<MadeByMember['apiKeys']['items'][number]>(transaction, SELECT_API_KEYS, of),
      webhooks: await some<MadeByMember['webhooks']['items'][number]>(transaction, SELECT_WEBHOOKS, of),
    };
  });
}

async function some<Item>(transaction: Transaction, statement: string, of: readonly string[]) {
  const rows = await transaction.query<Item & { total: number } & Record<string, unknown>>(statement, [...of]);
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _total, ...item }) => item as unknown as Item) };
}

const SELECT_API_KEYS = `
  SELECT id, name, key_prefix AS prefix, count(*) OVER ()::int AS total FROM svc.api_keys
  WHERE organization_id = $1 AND created_by = $2 AND revoked_at IS NULL
  ORDER BY id LIMIT ${SHOWN_MAX}`;

/** The chain knows who made an endpoint. */
const SELECT_WEBHOOKS = `
  SELECT w.id, w.url, count(*) OVER ()::int AS total FROM svc.webhook_endpoints w
  WHERE w.organization_id = $1 AND w.disabled_at IS NULL AND w.id::text IN (
    SELECT e.subject_id FROM svc.audit_entries e
    WHERE e.organization_id = $1 AND e.actor_type = 'user' AND e.actor_id = $2 AND e.kind = 'webhook.created'
  )
  ORDER BY w.id LIMIT ${SHOWN_MAX}`;
