// SPDX-License-Identifier: Apache-2.0
/**
 * Claims due deliveries and freezes what they tell, in one transaction. From then on the attempt counts, and every
 * later one sends the same bytes.
 */

import type { DecisionWord, ReviewStatus } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { byOrganization, inTransaction, type Transaction } from '../../storage/db/index.ts';
import { CLAIMED_AT, claimByLaneSql, dueIn, type Outbox, UNCONFIRMED_AGAIN_MS } from '../../storage/outbox/index.ts';
import { insertAttempts } from './attempt-rows.ts';
import { bodyOf, DATA, finalDecisionAt, isDecision, withEvents } from './body.ts';
import { LAPSE_MS } from './limits.ts';
import { type SealedSecret, type SecretColumn, signingSecret } from './secrets.ts';

/** A delivery for this process to send now. */
export interface Claim {
  deliveryId: string;
  organizationId: string;
  endpointId: string;
  type: string;
  attempt: number;
  step: number;
  url: string;
  /** The organization may reach the ranges that the operator opened. */
  privateNetworks: boolean;
  body: string;
  isCloudEvent: boolean;
  /** The endpoint asks for the headers of Standard Webhooks. */
  isStandard: boolean;
  secret: SealedSecret;
}

/** How many deliveries to claim for an endpoint. */
export interface Turn {
  organizationId: string;
  endpointId: string;
  places: number;
}

export interface Claims {
  claims: Claim[];
  /** The number of deliveries found for each endpoint, including those that are no longer to be sent. */
  foundOf: ReadonlyMap<string, number>;
}

export async function claimDeliveries(pool: pg.Pool, turns: readonly Turn[]): Promise<Claims> {
  const turnsOf = byOrganization(turns, ({ organizationId }) => organizationId);
  const organizationIds = turnsOf.map(([organizationId]) => organizationId);
  return await inTransaction(pool, organizationIds, async (transaction) => {
    const claimed = await takeDue(transaction, turnsOf);
    const foundOf = new Map<string, number>();
    for (const { endpoint_id: id } of claimed) foundOf.set(id, (foundOf.get(id) ?? 0) + 1);
    if (claimed.length === 0) return { claims: [], foundOf };
    const nowMs = transaction.clock.nowMs();
    const contents = new Map((await readContents(transaction, claimed)).map((row) => [row.id, row]));
    const waiting = claimed.filter(({ delivery_id: id }) => waitsForOwner(contents.get(id)));
    const isWaiting = new Set(waiting.map((row) => row.delivery_id));
    const due = claimed.filter((row) => !isWaiting.has(row.delivery_id));
    const sent = due.flatMap((row) => sendable(row, contents.get(row.delivery_id), nowMs));
    const sentIds = new Set(sent.map((row) => row.delivery_id));
    const dropped = due.filter((row) => !sentIds.has(row.delivery_id));
    // Sent one after the other without waiting in between.
    await Promise.all([
      ...ofEach(sent, (id, rows) => freeze(transaction, id, rows)),
      ...ofEach(claimed, (id, rows) => noteLapsed(transaction, id, rows)),
      ...ofEach(dropped, (id, rows) => drop(transaction, id, rows)),
      ...ofEach(waiting, (id, rows) => putBack(transaction, id, rows)),
    ]);
    return { claims: sent.map((row) => claimOf(row, row.content, row.body)), foundOf };
  });
}

/** A statement for each organization that has such rows. */
const ofEach = <Row extends { organization_id: string }, Result>(
  rows: readonly Row[],
  send: (organizationId: string, rows: readonly Row[]) => Promise<Result>,
): Promise<Result>[] =>
  byOrganization(rows, (row) => row.organization_id).map(([organizationId, own]) => send(organizationId, own));

interface ClaimedRow {
  [column: string]: unknown;
  delivery_id: string;
  organization_id: string;
  endpoint_id: string;
  attempt: number;
  step: number;
  /** The moment of a claim whose worker never reported a result. */
  lapsed_at: Date | null;
}

async function takeDue(
  transaction: Transaction,
  turnsOf: readonly (readonly [organizationId: string, turns: readonly Turn[]])[],
): Promise<ClaimedRow[]> {
  const now = transaction.clock.now();
  const claimed = turnsOf.map(([organizationId, turns]) => {
    const lanes = [turns.map(({ endpointId }) => endpointId), turns.map(({ places }) => places)];
    return transaction.query<ClaimedRow>(TAKE_DUE, [LAPSE_MS, now, organizationId, ...lanes]);
  });
  return (await Promise.all(claimed)).flat();
}

/** An attempt counts twice: over all retries, and as a step since the last retry by hand. Steps rule the back-off. */
const DELIVERIES: Outbox = {
  table: 'svc.webhook_outbox',
  key: 'delivery_id',
  attempts: 'attempt',
  returns: ['delivery_id', 'organization_id', 'endpoint_id', 'attempt', 'step'],
  before: { claimed_at: 'lapsed_at' },
  sets: ['step = o.step + 1', `claimed_at = ${CLAIMED_AT}`],
};

const TAKE_DUE = claimByLaneSql(DELIVERIES, 'endpoint_id');

interface ContentRow {
  [column: string]: unknown;
  id: string;
  event_id: string;
  types: string[];
  created_at: Date;
  data: JsonObject | null;
  /** Null before the first attempt, and for what is no decision. */
  final_decision: string | null;
  /** Frozen with the first attempt, as the outcome is. */
  is_cloud_event: boolean;
  is_standard: boolean;
  /** Null when the endpoint is disabled or gone. */
  url: string | null;
  /** The owner has yet to say whether the webhooks of the organization are theirs. */
  is_unconfirmed: boolean;
  secret_column: SecretColumn;
  sealed_secret: string;
  private_networks: boolean;
  review_status: ReviewStatus | null;
  review_expires_at: Date | null;
}

async function readContents(transaction: Transaction, rows: readonly ClaimedRow[]): Promise<ContentRow[]> {
  const now = transaction.clock.now();
  const read = ofEach(rows, (organizationId, own) =>
    transaction.query<ContentRow>(SELECT_CONTENTS, [organizationId, own.map((row) => row.delivery_id), now]),
  );
  return (await Promise.all(read)).flat();
}

/** The review is read here and not kept from the decision: its outcome at the time of the send counts. */
const SELECT_CONTENTS = `
  SELECT d.id, d.event_id, d.types, d.created_at, d.final_decision, ${DATA}, e.url, ${signingSecret('$3')},
    coalesce(CASE WHEN d.attempts > 0 THEN d.is_cloud_event ELSE e.format = 'CLOUDEVENTS' END, false) AS is_cloud_event,
    e.format = 'STANDARD_WEBHOOKS' AS is_standard,
    o.private_networks, o.unconfirmed_since IS NOT NULL AS is_unconfirmed,
    r.status AS review_status, r.expires_at AS review_expires_at
  FROM ${withEvents('svc.webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])', '$1')}
    JOIN svc.organizations o ON o.organization_id = $1
    LEFT JOIN svc.webhook_endpoints e ON e.organization_id = $1 AND e.id = d.endpoint_id AND e.disabled_at IS NULL
    LEFT JOIN svc.reviews r ON r.organization_id = $1 AND r.event_id = d.review_id`;

interface SendableRow extends ClaimedRow {
  content: ContentRow;
  finalDecision: string | null;
  body: string;
}

/**
 * None for a disabled endpoint, and none for an event that is gone or data that cannot be sent as JSON. It must not
 * hold up the others of the claim.
 */
function sendable(row: ClaimedRow, content: ContentRow | undefined, nowMs: number): SendableRow[] {
  if (content?.url == null || content.data === null) return [];
  const { id, event_id: eventId, types, created_at: createdAt, data } = content;
  const finalDecision = content.final_decision ?? (isDecision(types) ? outcomeOf(content, data, nowMs) : null);
  const cloudEventOf = content.is_cloud_event ? row.organization_id : null;
  try {
    const body = bodyOf({ id, eventId, types, createdAt, data, finalDecision, cloudEventOf });
    return [{ ...row, content, finalDecision, body }];
  } catch {
    return [];
  }
}

/** Nothing is frozen or sent before the answer. An answer that ends the webhook ends its deliveries. */
const waitsForOwner = (content: ContentRow | undefined): boolean =>
  content !== undefined && content.url !== null && content.is_unconfirmed;

async function putBack(transaction: Transaction, organizationId: string, rows: readonly ClaimedRow[]): Promise<void> {
  const ids = rows.map((row) => row.delivery_id);
  await transaction.query(PUT_BACK, [organizationId, ids, transaction.clock.now(), UNCONFIRMED_AGAIN_MS]);
}

/** The claim was no attempt. */
const PUT_BACK = `
  UPDATE svc.webhook_outbox
  SET attempt = attempt - 1, step = step - 1, claimed_at = NULL, due_at = ${dueIn('$4::float8', '$3')}
  WHERE organization_id = $1 AND delivery_id = ANY ($2::uuid[])`;

function outcomeOf(row: ContentRow, data: JsonObject, nowMs: number): DecisionWord {
  const { review_status: status, review_expires_at: expiresAt } = row;
  const review = status === null || expiresAt === null ? null : { status, expiresAtMs: expiresAt.getTime() };
  return finalDecisionAt(data.decision as DecisionWord, review, nowMs);
}

async function freeze(transaction: Transaction, organizationId: string, rows: readonly SendableRow[]): Promise<void> {
  await transaction.query(FREEZE, [
    organizationId,
    rows.map((row) => row.delivery_id),
    rows.map((row) => row.attempt),
    rows.map((row) => row.finalDecision),
    rows.map((row) => row.content.is_cloud_event),
  ]);
}

/** The outbox row is held, so no other worker freezes the same delivery. */
const FREEZE = `
  UPDATE svc.webhook_deliveries d
  SET final_decision = coalesce(d.final_decision, c.final_decision), attempts = c.attempt,
    is_cloud_event = c.is_cloud_event
  FROM unnest($2::uuid[], $3::integer[], $4::text[], $5::boolean[])
    AS c (delivery_id, attempt, final_decision, is_cloud_event)
  WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND d.id = c.delivery_id`;

const OUTCOME_UNKNOWN = 'outcome unknown';

/** A worker that died had claimed the attempt before: the log records that attempt. */
async function noteLapsed(
  transaction: Transaction,
  organizationId: string,
  rows: readonly ClaimedRow[],
): Promise<void> {
  const lapsed = rows.flatMap(({ delivery_id, attempt, lapsed_at: at }) =>
    at === null ? [] : [{ delivery_id, attempt: attempt - 1, at, ...UNKNOWN }],
  );
  await insertAttempts(transaction, organizationId, lapsed);
}

const UNKNOWN = { status: null, error: OUTCOME_UNKNOWN, latency_ms: null, answer: null };

/** Deliveries of a disabled or deleted endpoint are not sent; they can be recovered from the log. */
async function drop(transaction: Transaction, organizationId: string, rows: readonly ClaimedRow[]): Promise<void> {
  await transaction.query(DROP, [organizationId, rows.map((row) => row.delivery_id), transaction.clock.now()]);
}

const DROP = `
  WITH dropped AS (
    DELETE FROM svc.webhook_outbox WHERE organization_id = $1 AND delivery_id = ANY ($2::uuid[]) RETURNING delivery_id
  )
  UPDATE svc.webhook_deliveries d SET status = 'FAILED', settled_at = $3::timestamptz
  FROM dropped WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND d.id = dropped.delivery_id`;

function claimOf(row: ClaimedRow, content: ContentRow, body: string): Claim {
  const { organization_id: organizationId, endpoint_id: endpointId } = row;
  return {
    deliveryId: row.delivery_id,
    organizationId,
    endpointId,
    type: content.types[0] ?? '',
    attempt: row.attempt,
    step: row.step,
    url: content.url ?? '',
    privateNetworks: content.private_networks,
    body,
    isCloudEvent: content.is_cloud_event,
    isStandard: content.is_standard,
    secret: { organizationId, endpointId, column: content.secret_column, sealed: content.sealed_secret },
  };
}
