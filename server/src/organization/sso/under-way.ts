// SPDX-License-Identifier: Apache-2.0
/**
 * Sign-ins under way at a directory. A cookie of the browser holds 256 random bits. State, nonce and the verifier of
 * the code follow from them. So the answer of a directory counts in the browser that asked, once, for some minutes.
 * The database holds no secret.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SSO_TRANSACTION_MINUTES } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

const SECRET_BYTES = 32;

export interface UnderWay {
  /** For the cookie. */
  secret: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export function newUnderWay(): UnderWay {
  return derived(randomBytes(SECRET_BYTES).toString('base64url'));
}

/** @param secret as the browser sent it @returns null for a text that is no secret of ours */
export function underWayOf(secret: string | null): UnderWay | null {
  const bytes = Buffer.from(secret ?? '', 'base64url');
  if (secret === null || bytes.length !== SECRET_BYTES || bytes.toString('base64url') !== secret) return null;
  return derived(secret);
}

function derived(secret: string): UnderWay {
  const of = (use: string) => createHmac('sha256', secret).update(`svc sso ${use}`).digest('base64url');
  return { secret, state: of('state'), nonce: of('nonce'), codeVerifier: of('verifier') };
}

const digestOf = (state: string) => createHash('sha256').update(state).digest();

/** @param sessionId the session that confirms its person; null for a sign-in */
export async function insertUnderWay(
  transaction: Transaction,
  organizationId: string,
  { state }: UnderWay,
  sessionId: string | null,
): Promise<void> {
  const startedAt = transaction.clock.now();
  const expiresAt = new Date(startedAt.getTime() + SSO_TRANSACTION_MINUTES * 60_000);
  await transaction.query(INSERT, [organizationId, digestOf(state), sessionId, startedAt, expiresAt]);
}

const INSERT = `
  INSERT INTO svc.sso_transactions (organization_id, state_hash, session_id, started_at, expires_at)
  VALUES ($1, $2, $3, $4, $5)`;

export interface Used {
  sessionId: string | null;
  startedAtMs: number;
}

/** Uses it up: of several answers at once, on any number of processes, one gets it. @returns null for none */
export async function useUnderWay(
  transaction: Transaction,
  organizationId: string,
  { state }: UnderWay,
): Promise<Used | null> {
  const values = [organizationId, digestOf(state), transaction.clock.now()];
  const [used] = await transaction.query<{ session_id: string | null; started_at: Date }>(USE, values);
  return used === undefined ? null : { sessionId: used.session_id, startedAtMs: used.started_at.getTime() };
}

const USE = `
  DELETE FROM svc.sso_transactions
  WHERE organization_id = $1 AND state_hash = $2 AND expires_at > $3::timestamptz
  RETURNING session_id, started_at`;
