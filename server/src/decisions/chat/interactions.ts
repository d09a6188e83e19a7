// SPDX-License-Identifier: Apache-2.0
/**
 * Presses and dialogs of Slack. The signature is checked before anything else counts. The press is settled in the
 * database and answered at once. Dialogs and notes to the person are sent after the answer.
 */
import { ApiError } from '../../platform/errors/index.ts';
import { FOLLOW_UPS_MAX, SIGNATURE_AGE_SECONDS_MAX } from './limits.ts';
import { type Post, selectPost } from './posts.ts';
import { isTlsCheck, type Press, pressIn } from './press.ts';
import { refuseReplay } from './replays.ts';
import { type ReviewFacts, readReviewFacts } from './review-facts.ts';
import type { ChatOptions } from './send-due.ts';
import { settlePress } from './settle-press.ts';
import { digestOfRequest, isSignedBySlack, type SignedRequest } from './signature.ts';
import { callSlack } from './slack-calls.ts';
import { denyDialog, REASON } from './slack-message.ts';
import { readTarget, type TargetOf } from './target.ts';
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
      // The window of the signature passes before the note of it does.
      const until = new Date(nowMs + 2 * SIGNATURE_AGE_SECONDS_MAX * 1_000);
      await refuseReplay(options.pool, digestOfRequest(request), until);
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

interface Pressed {
  options: ChatOptions;
  press: Press;
  post: Post;
  target: TargetOf<'SLACK'>;
  facts: ReviewFacts;
  after(work: () => Promise<unknown>): void;
}

async function settle(pressed: Pressed): Promise<object | null> {
  const { options, press, post, target, facts, after } = pressed;
  const { team, user, teamName, userName, kind } = press;
  const note = press.kind === 'deny' ? press.note : null;
  const settled = await settlePress(options, { post, target, facts, team, user, teamName, userName, kind, note });
  switch (settled.outcome) {
    case 'link':
      return tell(pressed, WORDS[facts.language].link(settled.url));
    case 'refused':
      return tell(pressed, settled.text);
    case 'done':
      if (kind === 'ask') after(() => openDialog(pressed));
      return kind === 'deny' ? { response_action: 'clear' } : null;
  }
}

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
