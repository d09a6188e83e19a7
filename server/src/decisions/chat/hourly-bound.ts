// SPDX-License-Identifier: Apache-2.0
/** A bound of new messages and tickets in an hour, for each integration. Past it one message says how many wait. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { HOUR_SECONDS, MESSAGES_PER_HOUR_MAX, WAIT_AGAIN_MS } from './limits.ts';
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { callerOf, type SendOptions } from './system.ts';
import { systemOf } from './systems.ts';
import type { Target } from './target.ts';
import { WORDS } from './words.ts';

interface TellOptions extends SendOptions {
  log: Record<'warn', (fields: object, message: string) => void>;
}

/** @returns how long a message that has never been tried must wait; null for none */
export async function waitOf(pool: pg.Pool, { integrationId, attempts, isDoubtful, ...claim }: PostClaim) {
  if (claim.messageTs !== null || attempts > 1 || isDoubtful) return null;
  const waitMs = await hit(pool, 'chat-messages', MESSAGES_PER_HOUR_MAX, integrationId);
  return waitMs === null ? null : Math.max(waitMs, WAIT_AGAIN_MS);
}

/** Once in an hour. A lost one is not sent again: the reviews stand in the app, and their messages follow. */
export async function tellWaiting(options: TellOptions, target: Target, claim: PostClaim, facts: ReviewFacts) {
  if ((await hit(options.pool, 'chat-waiting', 1, claim.integrationId)) !== null) return;
  const rows = await inTransaction(options.pool, [claim.organizationId], (transaction) =>
    transaction.query<{ count: number }>(COUNT_WAITING, [claim.organizationId, claim.integrationId]),
  );
  const link = `${options.baseUrl()}/app/reviews`;
  const sentence = WORDS[facts.language].waiting(rows[0]?.count ?? 1, MESSAGES_PER_HOUR_MAX);
  const { organization, language } = facts;
  const told = { sentence, link, organization, language, baseUrl: options.baseUrl(), isTest: false };
  const result = await systemOf(target).tell(options, target, callerOf(claim, facts), told);
  if (result.outcome !== 'done') {
    const { integrationId } = claim;
    options.log.warn({ integrationId, code: result.code }, 'a message about waiting reviews could not be sent');
  }
}

const COUNT_WAITING = `
  SELECT count(*)::int AS count FROM svc.chat_outbox
  WHERE organization_id = $1 AND integration_id = $2 AND message_ts IS NULL AND due_at IS NOT NULL`;

/** @returns null when it is counted, and otherwise how long the window is full */
async function hit(pool: pg.Pool, name: string, hitsMax: number, subject: string): Promise<number | null> {
  try {
    await hitSharedWindow(pool, { name, hitsMax, windowSeconds: HOUR_SECONDS }, subject);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error;
    return error.retryAfterSeconds * 1_000;
  }
}
