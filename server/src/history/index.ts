/**
 * Owns a believable past: an organization whose agents have worked for a year. Each decision goes through the decision
 * path and the recorder, at the time that it would have had, so the audit chain is sound. It refuses to write beside
 * them, and into an organization that is there.
 */
import { scanTypes } from '@svc/core/dlp';
import type pg from 'pg';
import { selectMemberships } from '../accounts/index.ts';
import { inTransaction, uuidv7 } from '../db/index.ts';
import { decideDraft, draftDecision } from '../decide/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { createOrganizationSnapshots, knownOrganizations, type OrganizationSnapshot } from '../organizations/index.ts';
import { createRecorder, type Recorder } from '../recorder/index.ts';
import { resolveReview } from '../reviews/index.ts';
import { momentsOf, nextCall } from './habits.ts';
import { type HistoryCast, historyFile } from './organization.ts';
import { createRandom, type Random } from './random.ts';

export { type HistoryCast, ORGANIZATION, OWNER } from './organization.ts';

/** The plan of the organization keeps a year: a longer history would be deleted at once. */
export const HISTORY_DAYS_MAX = 364;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SEED = 20_261_126;
/** A review waits for its answer this long, at most; those of the last hours wait still. */
const ANSWERED_WITHIN_MINUTES = 240;

export interface HistoryDeps {
  pool: pg.Pool;
  /** Applies a provisioning file as if it were that time. @returns the id of its organization */
  provision(text: string, nowMs: number): Promise<string>;
}

export interface HistoryOptions {
  /** The end of the history. */
  nowMs: number;
  days: number;
  /** Decisions of a working day at the end of the history, about. */
  perDay: number;
  cast: HistoryCast;
  /** Stops between two days, and leaves what is written. */
  signal?: AbortSignal;
}

interface Written {
  organizationId: string;
  decisions: number;
  reviews: number;
}

/**
 * The past, day by day.
 * @throws Error with a sentence for the operator when the organization is there already; the reason of an abort
 */
export async function writeHistory(deps: HistoryDeps, options: HistoryOptions): Promise<Written> {
  const { pool, provision } = deps;
  const { nowMs, days, perDay, cast, signal } = options;
  const known = await inTransaction(pool, [], (transaction) => knownOrganizations(transaction, [cast.name]));
  if (known.size > 0) throw new Error(`There is an organization ${cast.name} already; its history stays as it is.`);
  const startMs = nowMs - days * DAY_MS;
  const organizationId = await provision(historyFile(cast), startMs);
  const metrics = createMetrics();
  const snapshots = createOrganizationSnapshots(pool, metrics);
  const snapshot = await snapshots.underCurrentRules(organizationId, (current) => current);
  const past: Past = { pool, recorder: createRecorder(pool, metrics), snapshot, random: createRandom(SEED) };
  const written = { organizationId, decisions: 0, reviews: 0 };
  for (let day = 0; day < days; day += 1) {
    signal?.throwIfAborted();
    const { decisions, reviews } = await writeDay(past, momentsIn(past, options, startMs, day), nowMs);
    written.decisions += decisions;
    written.reviews += reviews;
  }
  await past.recorder.drained();
  return written;

  function momentsIn({ random }: Past, { nowMs: endMs }: HistoryOptions, firstMs: number, day: number): number[] {
    const dayStartMs = Math.floor((firstMs + day * DAY_MS) / DAY_MS) * DAY_MS;
    const moments = momentsOf(dayStartMs, (day + 1) / days, perDay, random);
    return moments.filter((atMs) => atMs >= firstMs && atMs < endMs);
  }
}

interface Past {
  pool: pg.Pool;
  recorder: Recorder;
  snapshot: OrganizationSnapshot;
  random: Random;
}

/** The decisions of a day, then the answers of its reviews, each in the order of time. */
async function writeDay(
  past: Past,
  moments: readonly number[],
  endMs: number,
): Promise<Omit<Written, 'organizationId'>> {
  const drafts = [];
  for (const atMs of moments) drafts.push(await draftAt(past, atMs));
  const outcomes = await Promise.all(drafts.map((draft) => past.recorder.record(draft)));
  if (outcomes.some(({ kind }) => kind !== 'recorded'))
    throw new Error('The rules changed while the history was written.');
  const waiting = drafts.filter(({ review }) => review !== null);
  for (const { event } of waiting) {
    const answeredMs = event.createdAtMs + past.random.between(1, ANSWERED_WITHIN_MINUTES) * MINUTE_MS;
    if (answeredMs < endMs) await answer(past, event.id, answeredMs);
  }
  return { decisions: drafts.length, reviews: waiting.length };
}

async function draftAt({ snapshot, random }: Past, nowMs: number) {
  const { agent: agentName, resource: resourceName, action, content, ...event } = nextCall(random);
  const agent = snapshot.agentsByName.get(agentName);
  const resource = snapshot.resourcesByName.get(resourceName);
  const [key] = snapshot.apiKeys.values();
  if (agent === undefined || resource === undefined || key === undefined)
    throw new Error('a habit of an unknown agent');
  const input = {
    id: uuidv7(nowMs),
    nowMs,
    snapshot,
    key,
    agent,
    resource,
    request: { action, event },
    findings: content === undefined ? [] : scanTypes(content),
    call: null,
    idempotency: null,
  };
  return draftDecision(input, await decideDraft(input));
}

/** The owner approves most of what is asked. */
async function answer({ pool, snapshot, random }: Past, eventId: string, atMs: number): Promise<void> {
  const { organizationId } = snapshot;
  const members = await inTransaction(pool, [organizationId], (transaction) =>
    selectMemberships(transaction, organizationId),
  );
  const owner = members.find(({ role }) => role === 'OWNER');
  if (owner === undefined) throw new Error('the organization has no owner');
  const resolver = { accountId: owner.accountId, organizationId, channel: 'app' } as const;
  const isApproved = random.chance(0.7);
  const note = random.chance(0.4) ? NOTES[isApproved ? 'approve' : 'deny'] : null;
  await resolveReview(pool, resolver, eventId, isApproved ? 'approve' : 'deny', note, () => atMs);
}

const NOTES = {
  approve: 'Agreed with the customer.',
  deny: 'Send them one by one, and without the tax numbers.',
} as const;
