// SPDX-License-Identifier: Apache-2.0
/** A bound of new messages and tickets in an hour, for each integration. Past it one message says how many wait. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { HOUR_SECONDS, MESSAGES_PER_HOUR_MAX, WAIT_AGAIN_MS } from './limits.ts';
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { type Calling, callOnce, callSlack } from './slack-calls.ts';
import { plain } from './slack-message.ts';
import type { Target } from './target.ts';
import { testValues } from './test-message.ts';
import { filledTemplate } from './ticket.ts';
import { WORDS } from './words.ts';

interface TellOptions extends Calling {
  pool: pg.Pool;
  baseUrl: () => string;
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
  const result = await send(options, target, claim, facts, { sentence, link });
  if (result.outcome !== 'done') {
    const { integrationId } = claim;
    options.log.warn({ integrationId, code: result.code }, 'a message about waiting reviews could not be sent');
  }
}

const COUNT_WAITING = `
  SELECT count(*)::int AS count FROM svc.chat_outbox
  WHERE organization_id = $1 AND integration_id = $2 AND message_ts IS NULL AND due_at IS NOT NULL`;

async function send(
  options: TellOptions,
  target: Target,
  { organizationId: owner }: PostClaim,
  { language, organization, privateNetworks }: ReviewFacts,
  { sentence, link }: { sentence: string; link: string },
) {
  const text = `${sentence}\n${link}`;
  const call = { owner, privateNetworks };
  const json = { 'Content-Type': 'application/json' };
  switch (target.provider) {
    case 'SLACK': {
      const { botToken, channel } = target;
      return await callSlack(options, { botToken, ...call }, 'chat.postMessage', {
        channel,
        text,
        unfurl_links: false,
      });
    }
    case 'INCOMING_WEBHOOK': {
      const { url } = target;
      return await callOnce(options, { method: 'POST', url, headers: json, body: JSON.stringify({ text }), ...call });
    }
    case 'TICKET': {
      const { method, url, headers, bodyTemplate } = target;
      const about = {
        organization: plain(organization),
        agent: 'svc',
        resource: '',
        policy: '',
        reason: sentence,
        link,
      };
      const values = { ...testValues(language, options.baseUrl(), options.pool.clock.now()), ...about };
      const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
      const body = filledTemplate(bodyTemplate, values);
      return await callOnce(options, { method, url, headers: { ...json, ...given }, body, ...call });
    }
  }
}

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
