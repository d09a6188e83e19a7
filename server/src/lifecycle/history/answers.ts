// SPDX-License-Identifier: Apache-2.0
/** The answers to the reviews of a past, each at the time that it would have had. */
import type pg from 'pg';
import { resolveReview } from '../../decisions/reviews/index.ts';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { DecisionDraft } from '../../record/recorder/index.ts';
import { endAct } from './outcomes.ts';
import type { Random } from './random.ts';

export interface Answering {
  pool: pg.Pool;
  snapshot: OrganizationSnapshot;
  ownerId: string;
  random: Random;
  /** Reviews that get an answer, in the order of its time. */
  toAnswer: { eventId: string; atMs: number; stated: number; isRoutine: boolean }[];
}

/** A review waits for its answer this long, at most; those of the last hours wait still. */
const ANSWERED_WITHIN_MINUTES = 240;
const MINUTE_MS = 60_000;

export const liveKeyOf = ({ apiKeys }: OrganizationSnapshot) =>
  [...apiKeys.values()].find(({ kind, permissions }) => kind === 'LIVE' && permissions.includes('decide'));

export function answerLater({ toAnswer, random }: Answering, { event }: Pick<DecisionDraft, 'event'>): void {
  const atMs = event.createdAtMs + random.between(1, ANSWERED_WITHIN_MINUTES) * MINUTE_MS;
  const stated = event.recordsAffected ?? 0;
  toAnswer.push({ eventId: event.id, atMs, stated, isRoutine: event.action === 'SEND_EMAIL' && stated === 1 });
  toAnswer.sort((one, other) => one.atMs - other.atMs);
}

export function isAnswerDue({ toAnswer: [next] }: Answering, untilMs: number): boolean {
  return next !== undefined && next.atMs <= untilMs;
}

/** The owner approves most of what is asked, and each mail about one record: it is what a grant would answer. */
export async function answerUntil(past: Answering, untilMs: number): Promise<void> {
  const { pool, snapshot, random, ownerId: accountId, toAnswer } = past;
  const resolver = { accountId, organizationId: snapshot.organizationId, channel: 'app' } as const;
  while (isAnswerDue(past, untilMs)) {
    const [next] = toAnswer.splice(0, 1);
    if (next === undefined) return;
    const { eventId, atMs, stated, isRoutine } = next;
    const isApproved = random.chance(0.7) || isRoutine;
    const note = random.chance(0.4) ? NOTES[isApproved ? 'approve' : 'deny'] : null;
    const answer = isApproved ? 'approve' : 'deny';
    const decision = await resolveReview(pool, resolver, eventId, answer, note, { nowMsOf: () => atMs });
    const key = liveKeyOf(snapshot);
    if (decision.finalDecision !== 'ALLOW' || key === undefined) continue;
    await endAct(pool, { organizationId: snapshot.organizationId, key, decision, stated, atMs }, random);
  }
}

const NOTES = {
  approve: 'Agreed with the customer.',
  deny: 'Send them one by one, and without the tax numbers.',
} as const;
