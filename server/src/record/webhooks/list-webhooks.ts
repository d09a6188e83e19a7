// SPDX-License-Identifier: Apache-2.0
/** The webhook endpoints of an organization, newest first, and one of them with its recoveries. */
import type { Webhook, WebhookDetail, WebhookFormat, WebhookList, WebhookRecovery } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import type { Page } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type ListShape, type Reader, type Reads, readList } from '../../storage/lists/index.ts';

const RECOVERIES_SHOWN_MAX = 10;

/** @throws ApiError 429 when too much is read at once */
export async function listWebhooks(reads: Reads, reader: Reader, page: Page): Promise<WebhookList> {
  const { items, nextCursor } = await readList(
    reads,
    reader,
    { page, isSearch: false },
    () => WEBHOOKS,
    (row) => webhookOf(row, reads.pool.clock.nowMs()),
  );
  return { items, nextCursor };
}

const WEBHOOKS: ListShape<WebhookRow> = {
  from: 'svc.webhook_endpoints w',
  alias: 'w',
  section: [],
  filters: [],
  order: 'DESC',
  mark: [{ column: 'w.id', type: 'uuid' }],
  markValues: (mark) => [mark],
  key: 'w.id, w.created_at',
  markOf: (row) => row.id,
  momentOf: (row) => row.created_at,
  select: (cut) => `SELECT ${WEBHOOK_COLUMNS} FROM (${cut}) w ORDER BY w.id DESC`,
};

/** @throws ApiError 404 */
export async function readWebhook(pool: pg.Pool, organizationId: string, id: string): Promise<WebhookDetail> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [[row], recoveries] = await Promise.all([
      transaction.query<WebhookRow>(SELECT_WEBHOOK, [organizationId, id]),
      readRecoveries(transaction, organizationId, id),
    ]);
    if (row === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
    return { ...webhookOf(row, transaction.clock.nowMs()), recoveries };
  });
}

export interface WebhookRow {
  [column: string]: unknown;
  id: string;
  url: string;
  description: string | null;
  format: WebhookFormat;
  created_at: Date;
  updated_at: Date;
  disabled_at: Date | null;
  disabled_reason: Webhook['disabledReason'];
  failing_since: Date | null;
  has_been_called: boolean;
  next_secret_at: Date | null;
  held: { since: string; skipped: number } | null;
}

/**
 * The row is called `w`, and `$1` is its organization. A next secret that has become due signs like any other:
 * `webhookOf` takes it for none.
 */
const WEBHOOK_COLUMNS = `
  w.id, w.url, w.description, w.format, w.created_at, w.updated_at, w.disabled_at, w.disabled_reason, w.failing_since,
  w.first_called_at IS NOT NULL AS has_been_called,
  w.next_secret_at,
  (
    SELECT json_build_object('since', h.first_at, 'skipped', h.skipped) FROM svc.webhook_holds h
    WHERE h.organization_id = $1 AND h.endpoint_id = w.id
  ) AS held`;

const SELECT_WEBHOOK = `
  SELECT ${WEBHOOK_COLUMNS} FROM svc.webhook_endpoints w WHERE w.organization_id = $1 AND w.id = $2`;

/**
 * One endpoint with its row locked: a worker that records its health, or disables it, comes before or after.
 * @throws ApiError 404
 */
export async function lockWebhook(
  transaction: Transaction,
  organizationId: string,
  webhookId: string,
): Promise<WebhookRow> {
  const [row] = await transaction.query<WebhookRow>(LOCK_WEBHOOK, [organizationId, webhookId]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
  return row;
}

const LOCK_WEBHOOK = `
  SELECT ${WEBHOOK_COLUMNS} FROM svc.webhook_endpoints w WHERE w.organization_id = $1 AND w.id = $2 FOR NO KEY UPDATE`;

export function webhookOf(row: WebhookRow, nowMs: number): Webhook {
  const { next_secret_at: nextAt } = row;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    format: row.format,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    hasBeenCalled: row.has_been_called,
    held: row.held === null ? null : { ...row.held, since: new Date(row.held.since).toISOString() },
    nextSecretAt: nextAt !== null && nextAt.getTime() > nowMs ? nextAt.toISOString() : null,
  };
}

interface RecoveryRow {
  [column: string]: unknown;
  id: string;
  from_at: Date;
  to_at: Date;
  created_at: Date;
  finished_at: Date | null;
  recovered: number;
}

async function readRecoveries(
  transaction: Transaction,
  organizationId: string,
  webhookId: string,
): Promise<WebhookRecovery[]> {
  const values = [organizationId, webhookId, RECOVERIES_SHOWN_MAX];
  const rows = await transaction.query<RecoveryRow>(SELECT_RECOVERIES, values);
  return rows.map((row) => ({
    id: row.id,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    recovered: row.recovered,
  }));
}

const SELECT_RECOVERIES = `
  SELECT id, from_at, to_at, created_at, finished_at, recovered FROM svc.webhook_recoveries
  WHERE organization_id = $1 AND endpoint_id = $2 ORDER BY id DESC LIMIT $3`;
