// SPDX-License-Identifier: Apache-2.0
/**
 * Records of the authorization server: codes, tokens, requests and clients. The id of a code or a token is the secret
 * itself. So only its digest is stored, and it is taken out of the record.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { CLIENT_KEPT_SECONDS, UNUSED_CLIENTS_MAX } from './limits.ts';
import { parseSubject } from './subject.ts';

/** As the library gives it; times in seconds. */
export type Payload = Record<string, unknown>;

export interface StoredRecord {
  payload: Payload;
  grantId: string | null;
  organizationId: string | null;
  accountId: string | null;
  isExpired: boolean;
  consumedAt: Date | null;
}

function digestOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function uuidOrNull(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value : null;
}

type Put = [pool: pg.Pool, kind: string, id: string, payload: Payload, seconds: number];

/** Keeps a record, in place of an earlier one of the same id. */
export async function putRecord(...record: Put): Promise<void> {
  await insert(PUT_RECORD, record);
}

/** Keeps a record unless there is one of its id: of any number at once, on any number of processes, one gets true. */
export async function putNewRecord(...record: Put): Promise<boolean> {
  return (await insert(PUT_NEW_RECORD, record)) === 1;
}

/** @returns the number of records that were kept */
async function insert(text: string, [pool, kind, id, payload, seconds]: Put): Promise<number> {
  const { jti: _secret, ...kept } = payload;
  const subject = parseSubject(payload.accountId);
  const clientId = payload.clientId ?? payload.client_id;
  const grantId = kind === 'Grant' ? uuidOrNull(id) : uuidOrNull(payload.grantId);
  const values = [
    kind,
    digestOf(id),
    JSON.stringify(kept),
    grantId,
    subject?.organizationId ?? null,
    subject?.accountId ?? null,
    typeof clientId === 'string' ? clientId : null,
    seconds,
    pool.clock.now(),
  ];
  return (await queryAcross(pool, TABLES, text, values)).length;
}

/** Found before an organization is known, and clients belong to none. */
const TABLES = ['oauth_records'];

const INSERT_RECORD = `
  INSERT INTO svc.oauth_records
    (kind, id_hash, payload, grant_id, organization_id, account_id, client_id, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $9::timestamptz + make_interval(secs => $8), $9)
  ON CONFLICT (kind, id_hash)`;
const PUT_RECORD = `${INSERT_RECORD} DO UPDATE SET
  payload = excluded.payload, expires_at = excluded.expires_at RETURNING 1`;
const PUT_NEW_RECORD = `${INSERT_RECORD} DO NOTHING RETURNING 1`;

/** Expired records are found too, as long as they are kept. */
export async function findRecord(pool: pg.Pool, kind: string, id: string): Promise<StoredRecord | null> {
  const values = [kind, digestOf(id), pool.clock.now()];
  const [row] = await queryAcross<RecordRow & Record<string, unknown>>(pool, TABLES, FIND_RECORD, values);
  if (row === undefined) return null;
  return {
    payload: { ...row.payload, jti: id },
    grantId: row.grant_id,
    organizationId: row.organization_id,
    accountId: row.account_id,
    isExpired: row.is_expired,
    consumedAt: row.consumed_at,
  };
}

interface RecordRow {
  payload: Payload;
  grant_id: string | null;
  organization_id: string | null;
  account_id: string | null;
  is_expired: boolean;
  consumed_at: Date | null;
}

/** One row at most; over all organizations, since the organization is the result. */
const FIND_RECORD = `
  SELECT payload, grant_id, organization_id, account_id, consumed_at, expires_at <= $3::timestamptz AS is_expired
  FROM svc.oauth_records WHERE kind = $1 AND id_hash = $2`;

/**
 * Uses a code or a refresh token. One statement decides it: of any number of uses, on any number of processes, one gets
 * true, and one more within the grace after it. Without a grace there is no second one, whatever the clocks say.
 */
export async function consumeRecord(pool: pg.Pool, kind: string, id: string, graceSeconds: number): Promise<boolean> {
  const values = [kind, digestOf(id), pool.clock.now(), graceSeconds];
  return (await queryAcross(pool, TABLES, CONSUME_RECORD, values)).length === 1;
}

const CONSUME_RECORD = `
  UPDATE svc.oauth_records
  SET consumed_at = coalesce(consumed_at, $3::timestamptz),
    consumed_again_at = CASE WHEN consumed_at IS NOT NULL THEN $3::timestamptz END
  WHERE kind = $1 AND id_hash = $2 AND consumed_again_at IS NULL
    AND (consumed_at IS NULL OR ($4 > 0 AND consumed_at > $3::timestamptz - make_interval(secs => $4)))
  RETURNING 1`;

export async function deleteRecord(pool: pg.Pool, kind: string, id: string): Promise<void> {
  await queryAcross(pool, TABLES, DELETE_RECORD, [kind, digestOf(id)]);
}

const DELETE_RECORD = 'DELETE FROM svc.oauth_records WHERE kind = $1 AND id_hash = $2';

/** The oldest give way to a new one, so that no crowd of registrations keeps another out. */
export async function dropOldestUnusedClients(pool: pg.Pool): Promise<void> {
  await queryAcross(pool, TABLES, DROP_OLDEST, [pool.clock.now(), UNUSED_CLIENTS_MAX]);
}

/** A client that was connected has a later end. */
const DROP_OLDEST = `
  WITH beyond AS MATERIALIZED (
    SELECT kind, id_hash FROM svc.oauth_records
    WHERE kind = 'Client' AND expires_at > $1::timestamptz AND expires_at < created_at + interval '2 days'
    ORDER BY created_at DESC, id_hash OFFSET $2
  ), free AS MATERIALIZED (
    SELECT r.kind, r.id_hash FROM svc.oauth_records r JOIN beyond USING (kind, id_hash) FOR UPDATE OF r SKIP LOCKED
  )
  DELETE FROM svc.oauth_records r USING free WHERE r.kind = free.kind AND r.id_hash = free.id_hash`;

/** A registered client stays as long as a connection may be refreshed. One write a day is enough for it. */
export async function keepClient(transaction: Transaction, clientId: string): Promise<void> {
  const values = [digestOf(clientId), CLIENT_KEPT_SECONDS, transaction.clock.now()];
  await queryAcross(transaction, TABLES, KEEP_CLIENT, values);
}

const KEEP_CLIENT = `
  UPDATE svc.oauth_records SET expires_at = $3::timestamptz + make_interval(secs => $2)
  WHERE kind = 'Client' AND id_hash = $1
    AND expires_at < $3::timestamptz + make_interval(secs => $2) - interval '1 day'`;
