/** What people do with webhooks: under the lock of the organization's head, with its audit entry. */
import type { AuditDraft } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { selectRole } from '../accounts/index.ts';
import { inTransaction, type Transaction } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';
import { advanceHead, appendEntries, type ChainedHead, lockHeads } from '../organizations/index.ts';

/** Where these changes come from, in the audit chain. */
export const SOURCE = 'app';

export interface Changer {
  accountId: string;
  organizationId: string;
}

/** What was done, for the chain. */
export interface Deed {
  kind: string;
  subject: { type: 'webhook' | 'delivery'; id: string };
  metadata: JsonObject;
}

/**
 * For what no decision depends on: the generation stays.
 * @throws ApiError 401 for one who is no member any more, 403 for one who is neither owner nor admin
 */
export async function changeAsAdmin<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, nowMs: number) => Promise<Deed & { result: Result }>,
): Promise<Result> {
  return await underLock(pool, changer, async (transaction, head, nowMs) => {
    const { result, ...deed } = await change(transaction, nowMs);
    await appendEntries(transaction, head, [entryOf(changer, deed, nowMs)]);
    return result;
  });
}

/**
 * For what says whom decisions are told to: with a deed there is a new generation, without one nothing has changed.
 * @throws ApiError 401, 403 as above
 */
export async function changeEndpoints<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, nowMs: number) => Promise<{ result: Result; deeds: readonly Deed[] }>,
): Promise<Result> {
  return await underLock(pool, changer, async (transaction, head, nowMs) => {
    const { result, deeds } = await change(transaction, nowMs);
    const entries = deeds.map((deed) => entryOf(changer, deed, nowMs));
    await advanceHead(transaction, head, entries);
    return result;
  });
}

function entryOf({ accountId, organizationId }: Changer, deed: Deed, nowMs: number): AuditDraft {
  const { kind, subject, metadata } = deed;
  const at = new Date(nowMs).toISOString();
  return { organizationId, at, kind, actor: { type: 'user', id: accountId }, subject, metadata };
}

async function underLock<Result>(
  pool: pg.Pool,
  { accountId, organizationId }: Changer,
  change: (transaction: Transaction, head: ChainedHead, nowMs: number) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new Error('the organization has no head row');
    // Asked again here: the role may have changed since the request was let in.
    const role = await selectRole(transaction, organizationId, accountId);
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    return await change(transaction, head, Date.now());
  });
}

export interface EndpointRow {
  [column: string]: unknown;
  disabled_at: Date | null;
  rotated_secret: string | null;
  next_secret: string | null;
  /** The next secret signs already. */
  is_next_due: boolean;
}

/** @throws ApiError 404 */
export async function readEndpoint(
  transaction: Transaction,
  organizationId: string,
  webhookId: string,
): Promise<EndpointRow> {
  const [row] = await transaction.query<EndpointRow>(SELECT_ENDPOINT, [organizationId, webhookId]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
  return row;
}

const SELECT_ENDPOINT = `
  SELECT disabled_at, rotated_secret, next_secret, coalesce(next_secret_at <= now(), false) AS is_next_due
  FROM svc.webhook_endpoints WHERE organization_id = $1 AND id = $2`;

/** @throws ApiError 409: nothing is sent to an endpoint that is disabled */
export function checkEnabled(endpoint: EndpointRow): void {
  if (endpoint.disabled_at !== null) throw new ApiError('conflict', { message: 'The webhook is disabled.' });
}
