// SPDX-License-Identifier: Apache-2.0
/** Another chat, by its incoming webhook: one message with a link, which is not followed. */
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { sendJson } from './send-json.ts';
import { callOnce } from './slack-calls.ts';
import { pageOf, slackMessage } from './slack-message.ts';
import type { SendOptions, Sent, System } from './system.ts';
import type { TargetOf } from './target.ts';

type Incoming = TargetOf<'INCOMING_WEBHOOK'>;

export const incomingChat: System<Incoming> = {
  send: sendIncoming,
  async tell(calling, { url }, caller, { sentence, link }) {
    const body = JSON.stringify({ text: `${sentence}\n${link}` });
    return await callOnce(calling, { method: 'POST', url, headers: JSON_BODY, body, ...caller });
  },
};

const JSON_BODY = { 'Content-Type': 'application/json' };

async function sendIncoming(
  options: SendOptions,
  { url }: Incoming,
  claim: PostClaim,
  facts: ReviewFacts,
): Promise<Sent> {
  if (claim.messageTs !== null || facts.status !== 'PENDING') return null;
  const { text } = slackMessage(facts, { postId: claim.id, baseUrl: options.baseUrl(), isAnswered: false });
  return await sendJson(options, claim, facts, {
    method: 'POST',
    url,
    headers: [],
    body: JSON.stringify({ text: `${withoutMarkup(text)}\n${pageOf(facts, options.baseUrl())}` }),
  });
}

/**
 * Other chats read `@all` in a text as a mention, and `[text](address)` as a link that hides where it leads. A sign
 * without width takes both apart.
 */
const withoutMarkup = (text: string): string => text.replaceAll('@', '@\u200b').replaceAll(/\](?=[([:])/g, ']\u200b');
