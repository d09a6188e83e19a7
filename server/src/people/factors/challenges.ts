// SPDX-License-Identifier: Apache-2.0
/** Challenges for passkeys. Each is answered once, on any process. */
import { createHash, randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

const CHALLENGE_BYTES = 32;

/** @param accountId who adds a passkey; null for a sign-in */
export async function makeChallenge(transaction: Transaction, accountId: string | null): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await transaction.query(INSERT_CHALLENGE, [
    digestOf(challenge),
    accountId,
    PASSKEY_CHALLENGE_MINUTES,
    transaction.clock.now(),
  ]);
  return challenge;
}

const INSERT_CHALLENGE = `
  INSERT INTO svc.passkey_challenges (challenge_hash, account_id, expires_at)
  VALUES ($1, $2, $4::timestamptz + make_interval(mins => $3))`;

/**
 * Uses up the challenge that an answer carries, even when the answer then turns out to be wrong.
 * @param clientDataJson as the browser sent it, in base64url
 * @returns null for a challenge that was answered, is over, or was made for another purpose
 */
export async function spendChallenge(
  transaction: Transaction,
  clientDataJson: string,
  accountId: string | null,
): Promise<string | null> {
  const challenge = challengeOf(clientDataJson);
  if (challenge === null) return null;
  const spent = await transaction.query(SPEND, [digestOf(challenge), accountId, transaction.clock.now()]);
  return spent.length === 1 ? challenge : null;
}

const SPEND = `
  DELETE FROM svc.passkey_challenges
  WHERE challenge_hash = $1 AND account_id IS NOT DISTINCT FROM $2::uuid AND expires_at > $3::timestamptz
  RETURNING 1`;

function challengeOf(clientDataJson: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    } | null;
    return typeof data?.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}

function digestOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
