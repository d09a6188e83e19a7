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
  /** From this moment on the first approval of a routine lets the same through for a time. */
  grantsFromMs: number;
  /** Reads the rules again after they have changed. */
  readRules(): Promise<OrganizationSnapshot>;
  /** Reviews that get an answer, in the order of its time. */
  toAnswer: { eventId: string; atMs: number; stated: number; isRoutine: boolean; mayGrant: boolean }[];
}

/** A review waits for its answer this long, at most; those of the last hours wait still. */
const ANSWERED_WITHIN_MINUTES = 240;
const MINUTE_MS = 60_000;

export const liveKeyOf = ({ apiKeys }: OrganizationSnapshot) =>
  [...apiKeys.values()].find(({ kind, permissions }) => kind === 'LIVE' && permissions.includes('decide'));

type Asked = Pick<DecisionDraft, 'event' | 'review'>;

export function answerLater({ toAnswer, random, snapshot }: Answering, { event, review }: Asked): void {
  const atMs = event.createdAtMs + random.between(1, ANSWERED_WITHIN_MINUTES) * MINUTE_MS;
  const stated = event.recordsAffected ?? 0;
  const isRoutine = event.action === 'SEND_EMAIL' && stated === 1;
  const isPlain = event.riskLevel !== 'CRITICAL' && event.record.dlpFindings.length === 0;
  const mayGrant = isRoutine && isPlain && snapshot.settings.grantHoursMax > 0 && review?.approvals.grants === true;
  toAnswer.push({ eventId: event.id, atMs, stated, isRoutine, mayGrant });
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
    const { eventId, atMs, stated, isRoutine, mayGrant } = next;
    const isApproved = random.chance(0.7) || isRoutine;
    const note = random.chance(0.4) ? NOTES[isApproved ? 'approve' : 'deny'] : null;
    const answer = isApproved ? 'approve' : 'deny';
    const isGranting = mayGrant && atMs >= past.grantsFromMs;
    const request = isGranting ? { until: new Date(atMs + GRANT_MS).toISOString(), usesMax: GRANT_USES } : null;
    const decision = await resolveReview(pool, resolver, eventId, answer, note, { request, nowMsOf: () => atMs });
    if (isGranting) {
      past.grantsFromMs = Number.POSITIVE_INFINITY;
      past.snapshot = await past.readRules();
    }
    const key = liveKeyOf(snapshot);
    if (decision.finalDecision !== 'ALLOW' || key === undefined) continue;
    await endAct(pool, { organizationId: snapshot.organizationId, key, decision, stated, atMs }, random);
  }
}

/** Longer than the demo lasts. */
const GRANT_MS = 6 * 86_400_000;
const GRANT_USES = 500;

const NOTES = {
  approve: 'Agreed with the customer.',
  deny: 'Send them one by one, and without the tax numbers.',
} as const;
