// SPDX-License-Identifier: Apache-2.0
/**
 * Activities that Teams sends. A press counts only with a token of Microsoft for the bot of its message, once, and for
 * a person of the bot's tenant. It is answered with the card as it is now, which that person sees at once.
 */
import { createHash } from 'node:crypto';
import { canResolveUpTo } from '@svc/core/approvers';
import { ApiError } from '../../../platform/errors/index.ts';
import { selectPost } from '../posts.ts';
import { refuseReplay } from '../replays.ts';
import { type ReviewFacts, readReviewFacts } from '../review-facts.ts';
import type { ChatOptions } from '../send-due.ts';
import { settlePress } from '../settle-press.ts';
import { callerOf } from '../system.ts';
import { readTarget } from '../target.ts';
import { WORDS } from '../words.ts';
import { isPress, pressOf } from './activity.ts';
import { checkActivityToken } from './activity-token.ts';
import { reviewCard } from './card.ts';

export interface ActivityRequest {
  /** As JSON; null for a body that is none. */
  activity: unknown;
  /** The header `Authorization`. */
  authorization: string | undefined;
}

/**
 * @returns the body of the answer; null for an activity of which nothing follows
 * @throws ApiError 401 for a press without a token of Microsoft for this bot, 409 for one that came before
 */
export async function handleActivity(
  options: ChatOptions,
  { activity, authorization }: ActivityRequest,
): Promise<object | null> {
  if (!isPress(activity)) return null;
  const press = pressOf(activity);
  const post = press === null ? null : await selectPost(options.pool, press.postId);
  const target = post === null ? null : await readTarget(options.pool, options.vault, post);
  if (press === null || post === null || target?.provider !== 'TEAMS') throw unsigned();
  const facts = await readReviewFacts(options.pool, post.organizationId, post.eventId, options.pool.clock.nowMs());
  if (facts === null) throw unsigned();
  const { appId, tenantId } = target;
  const expected = { appId, serviceUrl: press.serviceUrl, now: options.pool.clock.now() };
  const until = await checkActivityToken(options.teams.keys, callerOf(post, facts), authorization, expected);
  if (until === null || press.tenantId !== tenantId) throw unsigned();
  const digest = createHash('sha256').update(`teams\0${appId}\0${press.activityId}`).digest();
  await refuseReplay(options.pool, digest, until);
  const { userId: user, userName, kind, note } = press;
  const person = { team: tenantId, teamName: null, user, userName };
  const settled = await settlePress(options, { post, target, facts, ...person, kind, note });
  if (settled.outcome === 'refused') return answer('application/vnd.microsoft.activity.message', settled.text);
  const now = await readReviewFacts(options.pool, post.organizationId, post.eventId, options.pool.clock.nowMs());
  if (now === null) return answer('application/vnd.microsoft.activity.message', goneText(facts));
  const isAnswered = canResolveUpTo(now.approvers, target.roleMax);
  const shown = { postId: post.id, baseUrl: options.baseUrl(), isAnswered };
  const link = settled.outcome === 'link' ? { linkUrl: settled.url } : {};
  return answer('application/vnd.microsoft.card.adaptive', reviewCard(now, { ...shown, ...link }));
}

const goneText = ({ language }: ReviewFacts): string => WORDS[language].refusals.not_found;

/** Microsoft, "Universal Action Model": the response to `adaptiveCard/action`. */
const answer = (type: string, value: object | string) => ({ statusCode: 200, type, value });

const unsigned = () =>
  new ApiError('unauthorized', {
    message: 'The request has no token of the chat for this message, or one that is over.',
  });
