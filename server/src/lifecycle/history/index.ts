// SPDX-License-Identifier: Apache-2.0
/**
 * Owns a believable past: an organization whose agents have worked for a while. Each decision and each answer goes
 * through the decision path and the recorder, at the time that it would have had. The audit chain is therefore sound,
 * and its entries are in the order of time. The last hours hold waiting reviews, blocked calls and anomalies, whatever
 * the day. Periodic tasks pass the organization by until its past is whole. It refuses to write beside them, and into
 * an organization that has decisions.
 */
import { scanTypes } from '@svc/core/dlp';
import type pg from 'pg';
import { decideDraft, draftDecision } from '../../decisions/decide/index.ts';
import { scanOrganization } from '../../measures/anomalies/index.ts';
import { countEvents, sumDays } from '../../measures/counts/index.ts';
import {
  createOrganizationSnapshots,
  knownOrganizations,
  markBeingWritten,
} from '../../organization/organizations/index.ts';
import { selectMemberships } from '../../people/memberships/index.ts';
import { createRecorder, type Recorder, withOutcome } from '../../record/recorder/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { createMetrics, type Metrics } from '../../storage/metrics/index.ts';
import { type Answering, answerLater, answerUntil, isAnswerDue, liveKeyOf } from './answers.ts';
import { AURORA_HABITS } from './aurora.ts';
import { drawCalls, type Habits, momentsOf, type PastCall } from './habits.ts';
import { type HistoryCast, historyFile } from './organization.ts';
import { createRandom } from './random.ts';

export { type Habits, mails } from './habits.ts';
export { type HistoryCast, ORGANIZATION, OWNER } from './organization.ts';

/** The plan of the organization keeps a year: a longer history would be deleted at once. */
export const HISTORY_DAYS_MAX = 364;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A grant lets routine acts of so many last days through. */
const GRANTED_FOR_DAYS = 3;
const SEED = 20_261_126;

type Organizations = readonly { id: string; isNew: boolean }[];

export interface HistoryDeps {
  pool: pg.Pool;
  /**
   * Applies a provisioning file as if it were that time.
   * @param alongside work in the same transaction
   */
  provision(
    text: string,
    nowMs: number,
    alongside: (transaction: Transaction, organizations: Organizations) => Promise<void>,
  ): Promise<{ organizations: Organizations }>;
}

export interface PastOptions {
  /** The end of the past. */
  nowMs: number;
  days: number;
  /** Decisions of a working day at the end, about. */
  perDay: number;
  /** Stops between two days, and leaves what is written. */
  signal?: AbortSignal;
}

export interface HistoryOptions extends PastOptions {
  cast: HistoryCast;
}

interface Written {
  organizationId: string;
  decisions: number;
  reviews: number;
}

/**
 * Aurora and its past.
 * @throws Error with a sentence for the operator when the organization is there already; the reason of an abort
 */
export async function writeHistory({ pool, provision }: HistoryDeps, options: HistoryOptions): Promise<Written> {
  const { nowMs, days, cast } = options;
  const known = await inTransaction(pool, [], (transaction) => knownOrganizations(transaction, [cast.name]));
  for (const organizationId of known.values()) {
    await endWait(pool, organizationId);
    throw new Error(`There is an organization ${cast.name} already; its history stays as it is.`);
  }
  const { organizations } = await provision(historyFile(cast), nowMs - days * DAY_MS, awaitPast);
  return await writePast(pool, organizations[0]?.id ?? '', AURORA_HABITS, options);
}

/** Periodic tasks pass new organizations by until `writePast` has ended. */
export async function awaitPast(transaction: Transaction, organizations: Organizations): Promise<void> {
  for (const { id, isNew } of organizations) if (isNew) await markBeingWritten(transaction, id, true);
}

/**
 * Writes the past of an organization that `awaitPast` marked, day by day. Calls of unknown agents and resources are
 * left out.
 * @throws the reason of an abort
 */
export async function writePast(
  pool: pg.Pool,
  organizationId: string,
  habits: Habits,
  options: PastOptions,
): Promise<Written> {
  try {
    const past = await openPast(pool, organizationId, habits, options);
    const written = past === null ? { decisions: 0, reviews: 0 } : await writeDays(past, options);
    return { organizationId, ...written };
  } finally {
    await endWait(pool, organizationId);
  }
}

/** Periodic tasks come to the organization again, also where a process died while it wrote. */
export async function endWait(pool: pg.Pool, organizationId: string): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) => markBeingWritten(transaction, organizationId, false));
}

interface Past extends Answering {
  metrics: Metrics;
  recorder: Recorder;
  nextCall(): PastCall;
  recent: readonly (PastCall & { atMs: number; waits: boolean })[];
}

/** @returns null where the organization has none of the agents, no live key or no owner */
async function openPast(
  pool: pg.Pool,
  organizationId: string,
  { usual, waiting, striking }: Habits,
  { nowMs }: PastOptions,
): Promise<Past | null> {
  const metrics = createMetrics();
  const snapshots = createOrganizationSnapshots(pool, metrics);
  const readRules = () =>
    snapshots.underCurrentRules(organizationId, async (current) => {
      await snapshots.assertCurrent(current);
      return current;
    });
  const snapshot = await readRules();
  const members = await inTransaction(pool, [organizationId], (transaction) =>
    selectMemberships(transaction, organizationId),
  );
  const owner = members.find(({ role }) => role === 'OWNER');
  const isKnown = ({ agent, resource }: Pick<PastCall, 'agent' | 'resource'>) =>
    snapshot.agentsByName.has(agent) && snapshot.resourcesByName.has(resource);
  const known = usual.filter(isKnown);
  if (owner === undefined || liveKeyOf(snapshot) === undefined || known.length === 0) return null;
  const random = createRandom(SEED);
  const recent = [
    ...waiting.filter(isKnown).map((call) => ({ ...call, waits: true })),
    ...striking.filter(isKnown).map((call) => ({ ...call, waits: false })),
  ].map(({ minutesBefore, ...call }) => ({ ...call, atMs: nowMs - minutesBefore * MINUTE_MS }));
  return {
    pool,
    metrics,
    recorder: createRecorder(pool, metrics),
    snapshot,
    ownerId: owner.accountId,
    random,
    nextCall: drawCalls(known, random),
    recent: recent.sort((one, other) => one.atMs - other.atMs),
    toAnswer: [],
    grantsFromMs: nowMs - GRANTED_FOR_DAYS * DAY_MS,
    readRules,
  };
}

async function writeDays(past: Past, options: PastOptions): Promise<Pick<Written, 'decisions' | 'reviews'>> {
  const { nowMs, days, perDay, signal } = options;
  const firstMs = nowMs - days * DAY_MS;
  const written = { decisions: 0, reviews: 0 };
  const recentFromMs = past.recent[0]?.atMs ?? nowMs;
  // The last day is today.
  for (let day = 0; day <= days; day += 1) {
    signal?.throwIfAborted();
    const dayStartMs = Math.floor((firstMs + day * DAY_MS) / DAY_MS) * DAY_MS;
    const moments = momentsOf(dayStartMs, day / days, perDay, past.random);
    const calls = moments.filter((atMs) => atMs >= firstMs && atMs < recentFromMs).map((atMs) => ({ atMs }));
    await addDay(calls);
  }
  await addDay(past.recent);
  await answerUntil(past, nowMs);
  await past.recorder.drained();
  await count(past, signal);
  return written;

  async function addDay(calls: readonly { atMs: number }[]): Promise<void> {
    const { decisions, reviews } = await writeCalls(past, calls);
    written.decisions += decisions;
    written.reviews += reviews;
  }
}

type CallAt = { atMs: number } | Past['recent'][number];

/** Decisions together, up to the moment of the next answer: entries are in the order of time. */
async function writeCalls(past: Past, calls: readonly CallAt[]): Promise<Pick<Written, 'decisions' | 'reviews'>> {
  let batch: Drafted[] = [];
  let reviews = 0;
  for (const call of calls) {
    if (isAnswerDue(past, call.atMs)) {
      await record(past, batch);
      batch = [];
      await answerUntil(past, call.atMs);
    }
    batch.push(await draftAt(past, 'agent' in call ? call : { ...past.nextCall(), atMs: call.atMs }));
    let drafted = batch.at(-1) as Drafted;
    // Whether a budget asks is known with its record.
    if (drafted.unsettled !== null) {
      drafted = (await record(past, batch)).at(-1) as Drafted;
      batch = [];
    }
    if (drafted.review === null) continue;
    reviews += 1;
    if (!('waits' in call && call.waits)) answerLater(past, drafted);
  }
  await record(past, batch);
  return { decisions: calls.length, reviews };
}

type Drafted = Awaited<ReturnType<typeof draftAt>>;

/** @returns the decisions as grants and budgets have settled them */
async function record({ recorder }: Past, drafts: readonly Drafted[]): Promise<Drafted[]> {
  const outcomes = await Promise.all(drafts.map((draft) => recorder.record(draft)));
  return drafts.map((draft, place) => {
    const outcome = outcomes[place];
    if (outcome?.kind !== 'recorded') throw new Error('The rules changed while the history was written.');
    return outcome.settled === null ? draft : withOutcome(draft, outcome.settled);
  });
}

async function draftAt({ snapshot }: Past, { atMs: nowMs, ...call }: PastCall & { atMs: number }) {
  const { agent: agentName, resource: resourceName, action, destination, recordsAffected, content, context } = call;
  const agent = snapshot.agentsByName.get(agentName);
  const resource = snapshot.resourcesByName.get(resourceName);
  const key = liveKeyOf(snapshot);
  if (agent === undefined || resource === undefined || key === undefined)
    throw new Error('a habit of an unknown agent');
  const event = { recordsAffected, ...(destination !== undefined && { destination }) };
  const input = {
    id: uuidv7(nowMs),
    nowMs,
    snapshot,
    key,
    agent,
    resource,
    request: { action, event, door: 'API' as const },
    toolFault: null,
    findings: content === undefined ? [] : scanTypes(content),
    call: null,
    forwarderId: null,
    payload: content === undefined ? {} : { content },
    context: context ?? null,
    contentScanned: content !== undefined,
    idempotency: null,
  };
  return draftDecision(input, await decideDraft(input));
}

/** The sums of hours and days, and the anomalies of the last hour: pages are complete from the first visit on. */
async function count({ pool, metrics, snapshot }: Past, signal = new AbortController().signal): Promise<void> {
  const { organizationId } = snapshot;
  const steps = [
    async () => (await countEvents(pool, organizationId, signal)).isComplete,
    () => sumDays(pool, organizationId, signal),
    async () => (await scanOrganization({ pool, metrics }, organizationId, SCAN_ACTOR, signal)).isComplete,
  ];
  for (const step of steps) while (!signal.aborted && !(await step()));
  signal.throwIfAborted();
}

const SCAN_ACTOR = { type: 'system', id: 'anomaly-scan' } as const;
