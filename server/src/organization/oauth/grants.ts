// SPDX-License-Identifier: Apache-2.0
/**
 * Grants: what a person has permitted to an app in one organization. Every use of a token is checked against its grant,
 * so whatever ends a grant ends its tokens at once.
 */
import type { OauthScope, Role } from '@svc/contract';
import type pg from 'pg';
import { hasFactor } from '../../people/factors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { LAST_USE_EVERY_MS } from './limits.ts';

export interface GrantDraft {
  id: string;
  organizationId: string;
  accountId: string;
  role: Role;
  clientId: string;
  clientName: string;
  clientHost: string;
  scopes: readonly OauthScope[];
  /** The person lets the app ask them to resolve reviews. */
  mayAsk: boolean;
}

export async function insertGrant(transaction: Transaction, draft: GrantDraft, nowMs: number): Promise<void> {
  await transaction.query(INSERT_GRANT, [
    draft.id,
    draft.organizationId,
    draft.accountId,
    draft.role,
    draft.clientId,
    draft.clientName,
    draft.clientHost,
    draft.scopes,
    draft.mayAsk,
    new Date(nowMs),
  ]);
}

const INSERT_GRANT = `
  INSERT INTO svc.oauth_grants
    (id, organization_id, account_id, role, client_id, client_name, client_host, scopes, may_ask, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export type EndReason = 'REVOKED' | 'MEMBERSHIP' | 'ROLE' | 'FACTOR' | 'REPLAY' | 'CLIENT';

export interface GrantState {
  clientName: string;
  scopes: readonly OauthScope[];
  mayAsk: boolean;
  /** Null while the grant holds. */
  ended: EndReason | null;
}

/**
 * Reads a grant as it holds now. Where the organization asks for a second factor and the person has none left, the
 * grant ends here.
 * @returns null for a grant that is not there
 */
export async function readGrant(pool: pg.Pool, organizationId: string, grantId: string): Promise<GrantState | null> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [row] = await transaction.query<GrantRow>(SELECT_GRANT, [organizationId, grantId, transaction.clock.now()]);
    if (row === undefined) return null;
    const state = { clientName: row.client_name, scopes: row.scopes, mayAsk: row.may_ask };
    if (row.end_reason !== null) return { ...state, ended: row.end_reason };
    const reason = !row.is_member ? 'MEMBERSHIP' : row.needs_factor ? 'FACTOR' : null;
    if (reason !== null) await endGrant(transaction, organizationId, grantId, reason);
    else if (row.idle_ms === null || row.idle_ms > LAST_USE_EVERY_MS)
      await transaction.query(NOTE_USE, [organizationId, grantId, transaction.clock.now()]);
    return { ...state, ended: reason };
  });
}

interface GrantRow extends Record<string, unknown> {
  client_name: string;
  scopes: OauthScope[];
  may_ask: boolean;
  end_reason: EndReason | null;
  is_member: boolean;
  needs_factor: boolean;
  idle_ms: number | null;
}

const SELECT_GRANT = `
  SELECT g.client_name, g.scopes, g.may_ask, g.end_reason, m.account_id IS NOT NULL AS is_member,
    COALESCE(o.require_mfa AND NOT ${hasFactor('m.account_id')}, false) AS needs_factor,
    (extract(epoch FROM $3::timestamptz - g.last_used_at) * 1000)::float8 AS idle_ms
  FROM svc.oauth_grants g
    LEFT JOIN svc.organizations o ON o.organization_id = g.organization_id
    LEFT JOIN svc.memberships m ON m.organization_id = g.organization_id AND m.account_id = g.account_id
  WHERE g.organization_id = $1 AND g.id = $2`;

const NOTE_USE = `
  UPDATE svc.oauth_grants SET last_used_at = $3::timestamptz
  WHERE organization_id = $1 AND id = $2`;

/** An ended grant stays ended, for its first reason. @returns false when there was none to end */
export async function endGrant(
  transaction: Transaction,
  organizationId: string,
  grantId: string,
  reason: EndReason,
): Promise<boolean> {
  const values = [organizationId, grantId, reason, transaction.clock.now()];
  return (await transaction.query(END_GRANT, values)).length > 0;
}

const END_GRANT = `
  UPDATE svc.oauth_grants SET ended_at = $4::timestamptz, end_reason = $3
  WHERE organization_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id`;
