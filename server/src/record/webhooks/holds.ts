// SPDX-License-Identifier: Apache-2.0
/**
 * The holds of endpoints: people are told that one began, and one delivery tells the receiver what was left out once it
 * ends. It ends when few deliveries wait and no process counts for it any more.
 */
import { randomUUID } from 'node:crypto';
import type { AuditDraft } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { byOrganization, inTransaction, queryAcross, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';
import { enqueueDeliveries } from './enqueue.ts';
import type { Endpoint } from './health.ts';
import { HELD_TOLD_EVERY_MS, HOLDS_PER_LOOK, RESUMED_AT } from './limits.ts';
import { COUNT_OF_TYPE, type CountedType } from './skips.ts';
import type { EndpointSlots } from './slots.ts';
import { waitingIn } from './waiting.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const ACTOR = { type: 'system', id: 'webhook-delivery' } as const;

interface HoldRow {
  [column: string]: unknown;
  organization_id: string;
  endpoint_id: string;
  skipped: number;
  is_noted: boolean;
  is_gone: boolean;
  is_enabled: boolean;
  waiting: number;
}

/** Looks at a page of the holds in each turn. Every process does, because each has to learn that it may go on. */
export class HoldLooks {
  #after = BEFORE_ALL;
  /** The counts at the last look at holds that could end. */
  #calm = new Map<string, number>();

  /** @returns whether there are any */
  async look(pool: pg.Pool, slots: EndpointSlots): Promise<boolean> {
    const values = [this.#after, HOLDS_PER_LOOK];
    const found = await queryAcross<Found>(pool, TABLES, FIND, values);
    this.#after = found.length === HOLDS_PER_LOOK ? (found.at(-1)?.endpoint_id ?? BEFORE_ALL) : BEFORE_ALL;
    if (found.length === 0) return false;
    for (const hold of await selectHolds(pool, found)) {
      const { endpoint_id: endpointId, organization_id: organizationId, skipped } = hold;
      const endpoint = { endpointId, organizationId };
      if (hold.is_gone) await forget(pool, endpoint);
      else if (!hold.is_noted) await note(pool, endpoint);
      if (hold.is_gone || !hold.is_enabled || hold.waiting > RESUMED_AT) {
        this.#calm.delete(endpointId);
        continue;
      }
      // Each process goes on making deliveries first. The hold ends when no process has counted since the last look.
      slots.counted(endpointId, hold.waiting);
      if (this.#calm.get(endpointId) === skipped) await end(pool, endpoint, skipped);
      this.#calm.set(endpointId, skipped);
    }
    if (this.#calm.size > CALM_MAX) this.#calm.clear();
    return true;
  }
}

/** Holds of which a process remembers the count; without it the hold ends one look later. */
const CALM_MAX = 10_000;

interface Found {
  [column: string]: unknown;
  endpoint_id: string;
  organization_id: string;
}

/** Found over all organizations. */
const TABLES = ['webhook_holds'];

const FIND = `
  SELECT endpoint_id, organization_id FROM svc.webhook_holds WHERE endpoint_id > $1 ORDER BY endpoint_id LIMIT $2`;

async function selectHolds(pool: pg.Pool, found: readonly Found[]): Promise<HoldRow[]> {
  const foundOf = byOrganization(found, (row) => row.organization_id);
  const organizationIds = foundOf.map(([organizationId]) => organizationId);
  const read = await inTransaction(pool, organizationIds, (transaction) =>
    Promise.all(
      foundOf.map(([organizationId, own]) =>
        transaction.query<HoldRow>(SELECT_HOLDS, [organizationId, own.map((row) => row.endpoint_id)]),
      ),
    ),
  );
  return read.flat();
}

const SELECT_HOLDS = `
  SELECT h.organization_id, h.endpoint_id, h.skipped, h.is_noted, e.id IS NULL AS is_gone,
    e.disabled_at IS NULL AS is_enabled, ${waitingIn('h.endpoint_id', RESUMED_AT + 1)} AS waiting
  FROM svc.webhook_holds h LEFT JOIN svc.webhook_endpoints e ON e.organization_id = $1 AND e.id = h.endpoint_id
  WHERE h.organization_id = $1 AND h.endpoint_id = ANY ($2::uuid[])`;

/** The endpoint was deleted, or its organization is being deleted. */
async function forget(pool: pg.Pool, { organizationId, endpointId }: Endpoint): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) => transaction.query(FORGET, [organizationId, endpointId]));
}

const FORGET = 'DELETE FROM svc.webhook_holds WHERE organization_id = $1 AND endpoint_id = $2';

/** The entry of the beginning, and a mail that comes once a day at most. One of several processes writes them. */
async function note(pool: pg.Pool, { organizationId, endpointId }: Endpoint): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const nowMs = transaction.clock.nowMs();
    const noted = await transaction.query<{ first_at: Date }>(NOTE, [organizationId, endpointId]);
    const [hold] = noted;
    if (hold === undefined) return;
    const times = [new Date(nowMs), new Date(nowMs - HELD_TOLD_EVERY_MS)];
    const told = await transaction.query(TELL, [organizationId, endpointId, ...times]);
    if (told.length > 0)
      await enqueueMail(transaction, { kind: 'webhook.held', organizationId, subjectId: endpointId });
    const from = hold.first_at.toISOString();
    await appendEntries(transaction, head, [entryOf('webhook.held', { organizationId, endpointId }, { from }, nowMs)]);
  });
}

const NOTE = `
  UPDATE svc.webhook_holds SET is_noted = true
  WHERE organization_id = $1 AND endpoint_id = $2 AND NOT is_noted RETURNING first_at`;

const TELL = `
  UPDATE svc.webhook_endpoints SET held_told_at = $3
  WHERE organization_id = $1 AND id = $2 AND (held_told_at < $4) IS NOT FALSE RETURNING id`;

interface EndedRow extends Record<string, unknown>, Record<(typeof COUNT_OF_TYPE)[CountedType], number> {
  skipped: number;
  first_event_id: string;
  first_at: Date;
  last_event_id: string;
  last_at: Date;
}

/** Under the lock of the head: each event is either counted before, or makes a delivery or a new hold after. */
async function end(pool: pg.Pool, { organizationId, endpointId }: Endpoint, skipped: number): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const [ended] = await transaction.query<EndedRow>(END, [organizationId, endpointId, skipped]);
    if (ended === undefined) return;
    const nowMs = transaction.clock.nowMs();
    const deliveryId = uuidv7(nowMs);
    await deliverDigest(transaction, { organizationId, endpointId }, deliveryId, ended);
    const metadata = { deliveryId, skipped };
    await appendEntries(transaction, head, [
      entryOf('webhook.resumed', { organizationId, endpointId }, metadata, nowMs),
    ]);
  });
}

/** A disabled endpoint gets what was left out once it is enabled again. */
const END = `
  DELETE FROM svc.webhook_holds h USING svc.webhook_endpoints e
  WHERE h.organization_id = $1 AND h.endpoint_id = $2 AND h.skipped = $3 AND h.is_noted
    AND e.organization_id = h.organization_id AND e.id = h.endpoint_id AND e.disabled_at IS NULL
  RETURNING h.*`;

async function deliverDigest(
  transaction: Transaction,
  { organizationId, endpointId }: Endpoint,
  id: string,
  ended: EndedRow,
): Promise<void> {
  const types = Object.entries(COUNT_OF_TYPE).map(([type, column]) => [type, ended[column]] as const);
  const data = {
    count: ended.skipped,
    firstEventId: ended.first_event_id,
    from: ended.first_at.toISOString(),
    lastEventId: ended.last_event_id,
    organizationId,
    to: ended.last_at.toISOString(),
    types: Object.fromEntries(types.filter(([, count]) => count > 0)),
    webhookId: endpointId,
  };
  const delivery = { id, endpointId, type: 'SKIPPED', eventId: `skipped-${randomUUID()}`, data } as const;
  await enqueueDeliveries(transaction, organizationId, [delivery], transaction.clock.nowMs());
}

function entryOf(
  kind: 'webhook.held' | 'webhook.resumed',
  { organizationId, endpointId }: Endpoint,
  metadata: JsonObject,
  nowMs: number,
): AuditDraft {
  const at = new Date(nowMs).toISOString();
  return { organizationId, at, kind, actor: ACTOR, subject: { type: 'webhook', id: endpointId }, metadata };
}
