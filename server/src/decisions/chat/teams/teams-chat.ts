// SPDX-License-Identifier: Apache-2.0
/**
 * Microsoft Teams, by the connector of Bot Framework ("Bot Connector REST API reference": Create Conversation, Update
 * Activity). It knows no key by which a lost message could be found again: after a lost answer there may be two.
 */
import { actionSentence } from '@svc/core/action-sentence';
import { canResolveUpTo } from '@svc/core/approvers';
import { textIn } from '../answers.ts';
import type { PostClaim } from '../posts.ts';
import type { ReviewFacts } from '../review-facts.ts';
import { type Call, type Caller, type CallResult, callJson, UNREADABLE } from '../slack-calls.ts';
import { outcomeOf } from '../slack-message.ts';
import { type AskedSystem, callerOf, type SendOptions, type Sent, type SystemCalling } from '../system.ts';
import type { TargetOf } from '../target.ts';
import { WORDS } from '../words.ts';
import { activityOf, noteCard, reviewCard } from './card.ts';

type Teams = TargetOf<'TEAMS'>;

export const teamsChat: AskedSystem<Teams> = {
  send: sendCard,
  async tell(calling, target, caller, { sentence, link, language }) {
    const activity = activityOf(noteCard(sentence, WORDS[language].open, link), sentence);
    return await callConnector(calling, target, caller, 'POST', '/v3/conversations', newMessage(target, activity));
  },
  async ask(calling, target, caller) {
    const members = `/v3/conversations/${encodeURIComponent(target.channel)}/pagedmembers?pageSize=1`;
    return await callConnector(calling, target, caller, 'GET', members, null);
  },
};

async function sendCard(options: SendOptions, target: Teams, claim: PostClaim, facts: ReviewFacts): Promise<Sent> {
  const caller = callerOf(claim, facts);
  const isAnswered = canResolveUpTo(facts.approvers, target.roleMax);
  const card = reviewCard(facts, { postId: claim.id, baseUrl: options.baseUrl(), isAnswered });
  const words = WORDS[facts.language];
  const beginning = facts.status === 'PENDING' && facts.isEscalated ? words.escalated : outcomeOf(facts);
  const activity = activityOf(card, `${beginning}: ${actionSentence(facts, facts.language)}`);
  const { messageTs: ts, messageChannel: channel } = claim;
  if (ts !== null && channel !== null) {
    const path = `/v3/conversations/${encodeURIComponent(channel)}/activities/${encodeURIComponent(ts)}`;
    const updated = await callConnector(options, target, caller, 'PUT', path, { ...activity, id: ts });
    if (updated.outcome === 'done') return { outcome: 'done', answer: { ts, channel } };
    // A message that people deleted is followed no more.
    return updated.code === 'status_404' ? null : updated;
  }
  if (facts.status !== 'PENDING') return null;
  const body = newMessage(target, activity);
  const made = await callConnector(options, target, caller, 'POST', '/v3/conversations', body);
  if (made.outcome !== 'done') return made;
  const id = textIn(made.answer, 'activityId');
  const conversation = textIn(made.answer, 'id');
  if (id === null || conversation === null) return UNREADABLE;
  return { outcome: 'done', answer: { ts: id, channel: conversation } };
}

/** A new thread of the channel. */
const newMessage = ({ appId, tenantId, channel }: Teams, activity: object) => ({
  isGroup: true,
  bot: { id: `28:${appId}` },
  tenantId,
  channelData: { channel: { id: channel }, tenant: { id: tenantId } },
  activity,
});

/** A token that is refused is dropped, and one more is asked for. */
async function callConnector(
  calling: SystemCalling,
  target: Teams,
  caller: Caller,
  method: Call['method'],
  path: string,
  body: object | null,
): Promise<CallResult<unknown>> {
  const { addresses, tokens } = calling.teams;
  const attempt = async () => {
    const token = await tokens.get(calling, target, caller);
    if (token.outcome !== 'done') return { ...token, isSent: false };
    const headers = { Authorization: `Bearer ${token.answer}` };
    const url = `${addresses.connector}${path}`;
    return { ...(await callJson(calling, { method, url, headers, body, ...caller })), isSent: true };
  };
  const { isSent, ...first } = await attempt();
  if (!isSent || first.outcome === 'done' || first.code !== 'status_401') return first;
  tokens.drop(target, caller);
  const { isSent: _isSent, ...second } = await attempt();
  return second;
}
