// SPDX-License-Identifier: Apache-2.0
/** Brings messages and tickets up to date with their reviews. */
import type { MessageFault } from '@svc/contract';
import { canResolveUpTo } from '@svc/core/verdict';
import type pg from 'pg';
import type { Egress } from '../../outgoing/egress/index.ts';
import type { Places } from '../../platform/shares/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { clearMessageFault, noteMessageFault } from '../../registry/integrations/index.ts';
import { nextDelayMs, sendDue, UNCONFIRMED_AGAIN_MS } from '../../storage/outbox/index.ts';
import { tellWaiting, waitOf } from './hourly-bound.ts';
import { BACK_OFF, MESSAGES_LOOKED_AT } from './limits.ts';
import { failureOf } from './message-fault.ts';
import { claimPosts, lanesOfPosts, type PostClaim, type Settlement, settlePost } from './posts.ts';
import { type ReviewFacts, readReviewFacts } from './review-facts.ts';
import { type CallResult, callOnce, callSlack } from './slack-calls.ts';
import { REVIEW_EVENT, slackMessage } from './slack-message.ts';
import { readTarget, type Target } from './target.ts';
import { filledTemplate, ticketValues } from './ticket.ts';

export interface ChatOptions {
  pool: pg.Pool;
  vault: Vault;
  egress: Egress;
  slackApi: string;
  /** Public address of the service; empty while it does not listen. */
  baseUrl: () => string;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
}

/** Any process may run it at any time: claims keep two from sending the same. */
export async function sendDuePosts(options: ChatOptions, places: Places, signal: AbortSignal): Promise<void> {
  if (options.baseUrl() === '') return;
  const { pool } = options;
  const sending = {
    pool,
    places,
    dueLanes: () => lanesOfPosts(pool),
    claim: (placesOf: ReadonlyMap<string, number>) => claimPosts(pool, placesOf),
    attempt: (claim: PostClaim) => attempt(options, claim),
  };
  await sendDue(sending, signal);
}

async function attempt(options: ChatOptions, claim: PostClaim): Promise<boolean> {
  try {
    const { fault, ...settlement } = await bringUpToDate(options, claim);
    await settlePost(options.pool, claim, settlement);
    if (fault === null) await clearMessageFault(options.pool, claim);
    else if (fault !== undefined) await noteMessageFault(options.pool, claim, fault);
  } catch (error) {
    // The claim lapses by itself. Names and codes only: a message may quote values.
    const { name, code } = error as { name?: unknown; code?: unknown };
    options.log.error({ postId: claim.id, fault: name, code }, 'a message about a review could not be prepared');
  }
  return true;
}

const NOTHING_TO_DO: Settlement = { dueInMs: null, isDoubtful: false, isDone: true };

/** A message tells of its review until this changes. */
const stateOf = ({ status, approvals: { given } }: ReviewFacts): string =>
  status === 'PENDING' && given > 0 ? `${status}-${given}` : status;

/** The fault is null when a message arrived, and undefined when nothing is known of the integration. */
type Outcome = Settlement & { fault?: MessageFault | null };

async function bringUpToDate(options: ChatOptions, claim: PostClaim): Promise<Outcome> {
  const nowMs = options.pool.clock.nowMs();
  const facts = await readReviewFacts(options.pool, claim.organizationId, claim.eventId, nowMs);
  const isNew = claim.messageTs === null;
  if (facts === null || stateOf(facts) === claim.shown) return NOTHING_TO_DO;
  // A review that was resolved before its message needs none; one that may have arrived is looked for.
  if (isNew && facts.status !== 'PENDING' && !claim.isDoubtful) return NOTHING_TO_DO;
  if (facts.isUnconfirmed) return { dueInMs: UNCONFIRMED_AGAIN_MS, isDoubtful: claim.isDoubtful, isDone: true };
  const target = await readTarget(options.pool, options.vault, claim);
  if (target === null) return NOTHING_TO_DO;
  const waitMs = await waitOf(options.pool, claim);
  if (waitMs !== null) {
    await tellWaiting(options, target, claim, facts);
    return { dueInMs: waitMs, isDoubtful: false, isDone: true };
  }
  const result = await send(options, target, claim, facts);
  if (result === null) return NOTHING_TO_DO;
  if (result.outcome === 'done') {
    return {
      dueInMs: facts.status === 'PENDING' ? Math.max(0, facts.expiresAt.getTime() - options.pool.clock.nowMs()) : null,
      isDoubtful: false,
      isDone: true,
      message: result.answer,
      shown: stateOf(facts),
      fault: null,
    };
  }
  return failed(options, claim, target.provider, result);
}

function failed(
  { log }: ChatOptions,
  claim: PostClaim,
  provider: Target['provider'],
  { outcome, code, retryAfterMs }: Exclude<Sent, { outcome: 'done' } | null>,
): Outcome {
  const { fault, isFinal } = failureOf(provider, code);
  const toldFault = fault === null ? {} : { fault };
  if (isFinal) {
    log.warn({ postId: claim.id, code, fault }, 'a message about a review was refused for good');
    return { ...NOTHING_TO_DO, isDoubtful: claim.isDoubtful, ...toldFault };
  }
  log.warn({ postId: claim.id, attempts: claim.attempts, code }, 'a message about a review could not be sent');
  const dueInMs = nextDelayMs(BACK_OFF, claim.attempts, { random: Math.random(), notBeforeMs: retryAfterMs });
  const isDoubtful = claim.isDoubtful || (claim.messageTs === null && outcome === 'lost');
  return { dueInMs, isDoubtful, isDone: dueInMs === null, ...toldFault };
}

type Sent = CallResult<{ ts: string; channel: string }> | null;

async function send(options: ChatOptions, target: Target, claim: PostClaim, facts: ReviewFacts): Promise<Sent> {
  switch (target.provider) {
    case 'SLACK':
      return await sendSlack(options, target, claim, facts);
    case 'INCOMING_WEBHOOK':
      return await sendIncoming(options, target, claim, facts);
    case 'TICKET':
      return await sendTicket(options, target, claim, facts);
  }
}

type Slack = Extract<Target, { provider: 'SLACK' }>;

async function sendSlack(options: ChatOptions, target: Slack, claim: PostClaim, facts: ReviewFacts): Promise<Sent> {
  const bot = { botToken: target.botToken, owner: claim.organizationId, privateNetworks: facts.privateNetworks };
  const isAnswered = canResolveUpTo(facts.approverRoles, target.roleMax);
  const message = slackMessage(facts, { postId: claim.id, baseUrl: options.baseUrl(), isAnswered });
  const known =
    claim.messageTs !== null && claim.messageChannel !== null
      ? { ts: claim.messageTs, channel: claim.messageChannel }
      : null;
  const found = known ?? (claim.isDoubtful ? await findLost(options, target, claim, bot) : null);
  if (found !== null && 'outcome' in found) return found;
  if (found !== null) {
    const updated = await callSlack(options, bot, 'chat.update', { ...message, ...found });
    if (updated.outcome === 'done') return { outcome: 'done', answer: found };
    // A message that people deleted, or that is too old, is followed no more.
    return GONE.has(updated.code) ? null : updated;
  }
  if (facts.status !== 'PENDING') return null;
  return await callSlack<{ ts: string; channel: string }>(options, bot, 'chat.postMessage', {
    ...message,
    channel: target.channel,
  });
}

const GONE: ReadonlySet<string> = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);

/** A channel by its id; history is not read by name. */
const CHANNEL_ID = /^[CDG][A-Z0-9]{6,}$/;

interface History {
  messages?: { ts?: string; metadata?: { event_type?: string; event_payload?: { post?: string } } }[];
}

/** The message whose answer was lost. @returns null when there is none, or the channel cannot be read */
async function findLost(
  options: ChatOptions,
  { channel }: Slack,
  claim: PostClaim,
  bot: { botToken: string; owner: string; privateNetworks: boolean },
): Promise<{ ts: string; channel: string } | Exclude<Sent, { outcome: 'done' } | null> | null> {
  if (!CHANNEL_ID.test(channel)) return null;
  const oldest = String(Math.floor(claim.createdAt.getTime() / 1_000));
  const history = await callSlack<History>(options, bot, 'conversations.history', {
    channel,
    oldest,
    limit: MESSAGES_LOOKED_AT,
    include_all_metadata: true,
  });
  if (history.outcome !== 'done') return NO_SCOPE.has(history.code) ? null : history;
  const message = history.answer.messages?.find(
    ({ metadata }) => metadata?.event_type === REVIEW_EVENT && metadata.event_payload?.post === claim.id,
  );
  return message?.ts === undefined ? null : { ts: message.ts, channel };
}

const NO_SCOPE: ReadonlySet<string> = new Set(['missing_scope', 'not_in_channel', 'channel_not_found']);

/** One message with a link, which is not followed. */
async function sendIncoming(
  options: ChatOptions,
  { url }: Extract<Target, { provider: 'INCOMING_WEBHOOK' }>,
  claim: PostClaim,
  facts: ReviewFacts,
): Promise<Sent> {
  if (claim.messageTs !== null || facts.status !== 'PENDING') return null;
  const { text } = slackMessage(facts, { postId: claim.id, baseUrl: options.baseUrl(), isAnswered: false });
  const link = `${options.baseUrl()}/app/reviews?event=${facts.eventId}`;
  return await sendJson(options, claim, facts, {
    method: 'POST',
    url,
    headers: [],
    body: JSON.stringify({ text: `${withoutMarkup(text)}\n${link}` }),
  });
}

/**
 * Other chats read `@all` in a text as a mention, and `[text](address)` as a link that hides where it leads. A sign
 * without width takes both apart.
 */
const withoutMarkup = (text: string): string => text.replaceAll('@', '@\u200b').replaceAll(/\](?=[([:])/g, ']\u200b');

/** One ticket for a review. It is updated where there is an address for that. */
async function sendTicket(
  options: ChatOptions,
  { url, updateUrl, method, headers, bodyTemplate }: Extract<Target, { provider: 'TICKET' }>,
  claim: PostClaim,
  facts: ReviewFacts,
): Promise<Sent> {
  const isNew = claim.messageTs === null;
  if (isNew ? facts.status !== 'PENDING' : updateUrl === null) return null;
  const body = filledTemplate(bodyTemplate, ticketValues(facts, options.baseUrl()));
  return await sendJson(options, claim, facts, { method, url: isNew ? url : (updateUrl ?? url), headers, body });
}

interface JsonCall {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: readonly { name: string; value: string }[];
  body: string;
}

/** The key is the same for every attempt of a state: receivers that know such keys make one of two. */
async function sendJson(options: ChatOptions, claim: PostClaim, facts: ReviewFacts, call: JsonCall): Promise<Sent> {
  const result = await callOnce(options, {
    method: call.method,
    url: call.url,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': `${claim.id}-${stateOf(facts)}`,
      ...Object.fromEntries(call.headers.map(({ name, value }) => [name, value])),
    },
    body: call.body,
    owner: claim.organizationId,
    privateNetworks: facts.privateNetworks,
  });
  return result.outcome === 'done' ? { outcome: 'done', answer: { ts: 'sent', channel: 'sent' } } : result;
}
