// SPDX-License-Identifier: Apache-2.0
/** A press in any chat, after the chat has proved whose it is: the linked member answers, by the rules of the app. */
import { canResolveUpTo } from '@svc/core/approvers';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { accountOf, digestOfSecrets, requestLink } from '../../registry/chat-links/index.ts';
import { selectSecretRole } from '../../registry/integrations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { checkResolvable, noteOpened, resolveReview } from '../reviews/index.ts';
import type { Post } from './posts.ts';
import { type ReviewFacts, readReviewFacts } from './review-facts.ts';
import type { ChatOptions } from './send-due.ts';
import type { TargetOf } from './target.ts';
import { WORDS } from './words.ts';

export interface Pressing {
  post: Post;
  target: TargetOf<'SLACK' | 'TEAMS'>;
  facts: ReviewFacts;
  team: string;
  user: string;
  /** As the chat shows them: they prove nothing. */
  teamName: string | null;
  userName: string | null;
  /** `ask` wants to deny, and is asked for the reason first. */
  kind: 'approve' | 'deny' | 'ask';
  note: string | null;
}

/** `link`: a stranger, who may open this address to say which member they are. */
export type Settled = { outcome: 'done' } | { outcome: 'link'; url: string } | { outcome: 'refused'; text: string };

const refused = (text: string): Settled => ({ outcome: 'refused', text });

export async function settlePress(options: ChatOptions, pressing: Pressing): Promise<Settled> {
  const { post, facts, target, team, user: userId, teamName, userName, kind, note } = pressing;
  const { organizationId, integrationId, eventId } = post;
  const user = { organizationId, integrationId, team, user: userId, secretDigest: digestOf(target) };
  const accountId = await inTransaction(options.pool, [organizationId], (transaction) => accountOf(transaction, user));
  if (accountId === null) {
    const token = await requestLink(options.pool, { ...user, teamName, userName });
    return { outcome: 'link', url: `${options.baseUrl()}/app/chat-link#token=${token}` };
  }
  if (!canResolveUpTo(facts.approvers, target.roleMax)) return refused(WORDS[facts.language].refusals.beyond);
  const resolver = {
    accountId,
    organizationId,
    channel: 'chat',
    // New secrets may have come since the signature was checked: they end the link.
    roleMaxOf: async (transaction: Transaction) =>
      (await accountOf(transaction, user)) === accountId
        ? await selectSecretRole(transaction, organizationId, integrationId)
        : null,
  } as const;
  try {
    if (kind === 'ask') {
      await checkResolvable(options.pool, resolver, eventId, 'deny');
      await noteOpened(options.pool, organizationId, eventId);
    } else {
      await resolveReview(options.pool, resolver, eventId, kind, kind === 'deny' ? note : null);
    }
    return { outcome: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(await refusalOf(options.pool, pressing, accountId, error));
  }
}

/** A link counts under the secrets of this digest alone: those by which presses of the chat are proved. */
function digestOf(target: Pressing['target']): Buffer {
  if (target.provider === 'SLACK') return digestOfSecrets(target);
  const { appId, tenantId, clientSecret } = target;
  return digestOfSecrets({ signingSecret: clientSecret, botToken: `${tenantId}\0${appId}` });
}

/** Why nothing was decided. The status is read again: of two presses at once the other one won. */
async function refusalOf(
  pool: pg.Pool,
  { post, facts, kind }: Pressing,
  accountId: string,
  error: ApiError,
): Promise<string> {
  const words = WORDS[facts.language];
  if (error.code === 'conflict') {
    const now = await readReviewFacts(pool, post.organizationId, post.eventId, pool.clock.nowMs());
    if (now === null) return words.refusals.not_found;
    if (now.status !== 'PENDING') return words.already[now.status];
    return now.votes.some((vote) => vote.accountId === accountId) ? words.refusals.counted : words.refusals.paused;
  }
  const { code } = error;
  if (code === 'forbidden' && kind === 'approve' && facts.askedBy.includes(accountId)) return words.refusals.asker;
  return isToldRefusal(code) ? words.refusals[code] : words.refusals.other;
}

const TOLD_REFUSALS = ['forbidden', 'mfa_setup_required', 'not_found', 'signature_required', 'unauthorized'] as const;

const isToldRefusal = (code: string): code is (typeof TOLD_REFUSALS)[number] =>
  (TOLD_REFUSALS as readonly string[]).includes(code);
