// SPDX-License-Identifier: Apache-2.0
/** Slack: a message for each review, with buttons, which is looked for when its answer was lost. */
import { canResolveUpTo } from '@svc/core/approvers';
import { MESSAGES_LOOKED_AT } from './limits.ts';
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { type Caller, callSlack } from './slack-calls.ts';
import { REVIEW_EVENT, slackMessage } from './slack-message.ts';
import { callerOf, type SendOptions, type Sent, type System } from './system.ts';
import type { TargetOf } from './target.ts';

type Slack = TargetOf<'SLACK'>;

export const slackChat: System<Slack> = {
  send: sendSlack,
  async tell(calling, { botToken, channel }, caller, { sentence, link }) {
    const message = { channel, text: `${sentence}\n${link}`, unfurl_links: false };
    return await callSlack(calling, { botToken, ...caller }, 'chat.postMessage', message);
  },
};

async function sendSlack(options: SendOptions, target: Slack, claim: PostClaim, facts: ReviewFacts): Promise<Sent> {
  const bot = { botToken: target.botToken, ...callerOf(claim, facts) };
  const isAnswered = canResolveUpTo(facts.approvers, target.roleMax);
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
  options: SendOptions,
  { channel }: Slack,
  claim: PostClaim,
  bot: Caller & { botToken: string },
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
