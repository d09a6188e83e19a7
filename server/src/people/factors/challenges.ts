// SPDX-License-Identifier: Apache-2.0
/** Challenges for passkeys: random ones, and hashes of statements to sign. Each is answered once, on any process. */
import { createHash, randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

const CHALLENGE_BYTES = 32;
const MS_PER_MINUTE = 60_000;

/** @param accountId who adds a passkey; null for a sign-in */
export async function makeChallenge(transaction: Transaction, accountId: string | null): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await keepChallenge(transaction, { challenge, accountId, nonce: null, expiresAt: expiryOf(transaction) });
  return challenge;
}

/** The text of a statement with its nonce and its end. */
export type StatementText = (nonce: string, expiresAt: string) => string;

/**
 * Makes a statement that its person may sign once.
 * @returns its text, and its SHA-256 as the challenge
 */
export async function makeStatement(
  transaction: Transaction,
  accountId: string,
  textOf: StatementText,
): Promise<{ statement: string; challenge: string }> {
  const nonce = randomBytes(CHALLENGE_BYTES);
  const expiresAt = expiryOf(transaction);
  const statement = textOf(nonce.toString('base64url'), expiresAt.toISOString());
  const challenge = hashOf(statement);
  await keepChallenge(transaction, { challenge, accountId, nonce, expiresAt });
  return { statement, challenge };
}

const expiryOf = ({ clock }: Transaction): Date => new Date(clock.nowMs() + PASSKEY_CHALLENGE_MINUTES * MS_PER_MINUTE);

interface Challenge {
  challenge: string;
  accountId: string | null;
  nonce: Buffer | null;
  expiresAt: Date;
}

async function keepChallenge(
  transaction: Transaction,
  { challenge, accountId, nonce, expiresAt }: Challenge,
): Promise<void> {
  await transaction.query(INSERT_CHALLENGE, [digestOf(challenge), accountId, expiresAt, nonce]);
}

const INSERT_CHALLENGE = `
  INSERT INTO svc.passkey_challenges (challenge_hash, account_id, expires_at, nonce) VALUES ($1, $2, $3, $4)`;

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
    AND nonce IS NULL
  RETURNING 1`;

export interface SpentStatement {
  statement: string;
  challenge: string;
  nonce: string;
  expiresAt: string;
}

/**
 * Uses up the statement that an answer carries, if the transaction commits.
 * @param textOf the statement that it has to be
 * @returns null for one that was signed, is over, is of another person, or says something else
 */
export async function spendStatement(
  transaction: Transaction,
  clientDataJson: string,
  accountId: string,
  textOf: StatementText,
): Promise<SpentStatement | null> {
  const challenge = challengeOf(clientDataJson);
  if (challenge === null) return null;
  const values = [digestOf(challenge), accountId, transaction.clock.now()];
  const [spent] = await transaction.query<{ nonce: Buffer; expires_at: Date }>(SPEND_STATEMENT, values);
  if (spent === undefined) return null;
  const [nonce, expiresAt] = [spent.nonce.toString('base64url'), spent.expires_at.toISOString()];
  const statement = textOf(nonce, expiresAt);
  return hashOf(statement) === challenge ? { statement, challenge, nonce, expiresAt } : null;
}

const SPEND_STATEMENT = `
  DELETE FROM svc.passkey_challenges
  WHERE challenge_hash = $1 AND account_id = $2 AND expires_at > $3::timestamptz AND nonce IS NOT NULL
  RETURNING nonce, expires_at`;

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

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
