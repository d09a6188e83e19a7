// SPDX-License-Identifier: Apache-2.0
/** Brings messages and tickets up to date with their reviews. */
import type { MessageFault } from '@svc/contract';
import type { Places } from '../../platform/shares/index.ts';
import { clearMessageFault, noteMessageFault } from '../../registry/integrations/index.ts';
import { nextDelayMs, sendDue, UNCONFIRMED_AGAIN_MS } from '../../storage/outbox/index.ts';
import { tellWaiting, waitOf } from './hourly-bound.ts';
import { BACK_OFF } from './limits.ts';
import { failureOf } from './message-fault.ts';
import { claimPosts, lanesOfPosts, type PostClaim, type Settlement, settlePost } from './posts.ts';
import { readReviewFacts } from './review-facts.ts';
import { type SendOptions, type Sent, stateOf } from './system.ts';
import { systemOf } from './systems.ts';
import { readTarget, type Target } from './target.ts';

export interface ChatOptions extends SendOptions {
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
  const result = await systemOf(target).send(options, target, claim, facts);
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
