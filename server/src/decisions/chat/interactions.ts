// SPDX-License-Identifier: Apache-2.0
/**
 * Presses and dialogs of Slack. The signature is checked before anything else counts. The press is settled in the
 * database and answered at once. Dialogs and notes to the person are sent after the answer.
 */
import { canResolveUpTo } from '@svc/core/verdict';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { accountOf, digestOfSecrets, requestLink } from '../../registry/chat-links/index.ts';
import { selectSecretRole } from '../../registry/integrations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { checkResolvable, noteOpened, resolveReview } from '../reviews/index.ts';
import { FOLLOW_UPS_MAX, SIGNATURE_AGE_SECONDS_MAX } from './limits.ts';
import { type Post, selectPost } from './posts.ts';
import { isTlsCheck, type Press, pressIn } from './press.ts';
import { type ReviewFacts, readReviewFacts } from './review-facts.ts';
import type { ChatOptions } from './send-due.ts';
import { digestOfRequest, isSignedBySlack, type SignedRequest } from './signature.ts';
import { callSlack } from './slack-calls.ts';
import { denyDialog, REASON } from './slack-message.ts';
import { readTarget, type Target } from './target.ts';
import { WORDS } from './words.ts';

export interface Interactions {
  /**
   * @returns the body of the answer; null for an empty one
   * @throws ApiError 401 for a request that Slack has not signed in the last five minutes, 409 for one that came before
   */
  handle(request: SignedRequest): Promise<object | null>;
  /** Resolves when no follow-up is under way. */
  drained(): Promise<void>;
}

export function createInteractions(options: ChatOptions): Interactions {
  const underWay = new Set<Promise<void>>();

  /** After the answer. A lost one costs the person another press, and never a decision. */
  function after(work: () => Promise<unknown>): void {
    if (underWay.size >= FOLLOW_UPS_MAX) return;
    const one: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) => {
          const { name, code } = error as { name?: unknown; code?: unknown };
          options.log.error({ fault: name, code }, 'an answer in a chat could not be sent');
        },
      )
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }

  return {
    async handle(request) {
      if (isTlsCheck(request.body)) return null;
      const nowMs = options.pool.clock.nowMs();
      const press = pressIn(request.body);
      const post = press === null ? null : await selectPost(options.pool, press.postId);
      const target = post === null ? null : await readTarget(options.pool, options.vault, post);
      if (press === null || post === null || target?.provider !== 'SLACK') throw unsigned();
      if (!isSignedBySlack(request, target.signingSecret, nowMs)) throw unsigned();
      await refuseReplay(options.pool, request);
      const facts = await readReviewFacts(options.pool, post.organizationId, post.eventId, nowMs);
      if (facts === null) return null;
      return await settle({ options, press, post, target, facts, after });
    },
    async drained() {
      await Promise.all(underWay);
    },
  };
}

const unsigned = () =>
  new ApiError('unauthorized', { message: 'The request is not signed by the chat, or is too old.' });

/** The window of the signature passes before the note of it does. */
async function refuseReplay(pool: pg.Pool, request: SignedRequest): Promise<void> {
  const values = [digestOfRequest(request), 2 * SIGNATURE_AGE_SECONDS_MAX, pool.clock.now()];
  const { rowCount } = await pool.query(INSERT_REQUEST, values);
  if (rowCount !== 1) throw new ApiError('conflict', { message: 'The request came before.' });
}

const INSERT_REQUEST = `
  INSERT INTO svc.chat_requests (digest, expires_at) VALUES ($1, $3::timestamptz + make_interval(secs => $2))
  ON CONFLICT DO NOTHING`;

interface Pressed {
  options: ChatOptions;
  press: Press;
  post: Post;
  target: Extract<Target, { provider: 'SLACK' }>;
  facts: ReviewFacts;
  after(work: () => Promise<unknown>): void;
}

async function settle(pressed: Pressed): Promise<object | null> {
  const { options, press, post, facts, after } = pressed;
  const { organizationId, integrationId, eventId } = post;
  const { team, user: userId, teamName, userName } = press;
  const secretDigest = digestOfSecrets(pressed.target);
  const user = { organizationId, integrationId, team, user: userId, secretDigest };
  const accountId = await inTransaction(options.pool, [organizationId], (transaction) => accountOf(transaction, user));
  if (accountId === null) {
    const token = await requestLink(options.pool, { ...user, teamName, userName });
    const url = `${options.baseUrl()}/app/chat-link#token=${token}`;
    return tell(pressed, WORDS[facts.language].link(url));
  }
  if (!canResolveUpTo(facts.approverRoles, pressed.target.roleMax)) {
    return tell(pressed, WORDS[facts.language].refusals.beyond);
  }
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
    if (press.kind === 'ask') {
      await checkResolvable(options.pool, resolver, eventId, 'deny');
      await noteOpened(options.pool, organizationId, eventId);
      after(() => openDialog(pressed));
    } else {
      await resolveReview(options.pool, resolver, eventId, press.kind, press.kind === 'deny' ? press.note : null);
    }
    return press.kind === 'deny' ? { response_action: 'clear' } : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return tell(pressed, await refusalOf(options.pool, pressed, accountId, error));
  }
}

/** Why nothing was decided. The status is read again: of two presses at once the other one won. */
async function refusalOf(
  pool: pg.Pool,
  { post, facts, press }: Pressed,
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
  if (code === 'forbidden' && press.kind === 'approve' && facts.askedBy.includes(accountId))
    return words.refusals.asker;
  return isToldRefusal(code) ? words.refusals[code] : words.refusals.other;
}

const TOLD_REFUSALS = ['forbidden', 'mfa_setup_required', 'not_found', 'signature_required', 'unauthorized'] as const;

const isToldRefusal = (code: string): code is (typeof TOLD_REFUSALS)[number] =>
  (TOLD_REFUSALS as readonly string[]).includes(code);

/** To this person alone: beside the message, or under the field of the dialog. */
function tell(pressed: Pressed, text: string): object | null {
  const { options, press, post, target, facts, after } = pressed;
  if (press.kind === 'deny') return { response_action: 'errors', errors: { [REASON]: text } };
  const bot = { botToken: target.botToken, owner: post.organizationId, privateNetworks: facts.privateNetworks };
  const channel = press.channel ?? post.messageChannel;
  if (channel === null) return null;
  after(() => callSlack(options, bot, 'chat.postEphemeral', { channel, user: press.user, text }));
  return null;
}

async function openDialog({ options, press, post, target, facts }: Pressed): Promise<void> {
  const bot = { botToken: target.botToken, owner: post.organizationId, privateNetworks: facts.privateNetworks };
  const dialog = { trigger_id: press.triggerId, view: denyDialog(facts, post.id) };
  const result = await callSlack(options, bot, 'views.open', dialog);
  if (result.outcome !== 'done') {
    options.log.warn({ postId: post.id, code: result.code }, 'a dialog in a chat could not be opened');
  }
}
