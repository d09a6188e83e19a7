// SPDX-License-Identifier: Apache-2.0
/** Sorts the batch of an organization into stale decisions, lost keys and new ones; numbers and links the new ones. */

import { type AuditDraft, linkEntries } from '@svc/core/audit-chain';
import { settle } from '@svc/core/settlement';
import { isOverQuota } from '../../registry/plans/index.ts';
import { addAct } from './acts.ts';
import { type CountOf, Counts } from './counts.ts';
import type { DecisionDraft, Draft } from './draft.ts';
import { callEntry, decisionEntry } from './entries.ts';
import { type ChangedEvents, callAct, changedEvent } from './link-changes.ts';
import { addDeliveries, addRows } from './link-rows.ts';
import type { Head, LinkedBatch, TakeSlot } from './linked-batch.ts';
import { withCounted, withOutcome } from './outcome.ts';
import type { PendingRecord } from './pending-record.ts';
import { slotOf } from './rows.ts';

/** The state under the lock of the head. */
export interface Standing {
  /** Places of keys that are held. */
  takenKeys: ReadonlySet<string>;
  changed: ChangedEvents;
}

/** The parts of the process that a batch is linked with. */
export interface Linking {
  takeSlot: TakeSlot;
  /** Counts at the head. */
  countOf: CountOf;
}

/** Every key is free, and no event is to be changed. */
const NOTHING_STANDS: Standing = {
  takenKeys: new Set(),
  changed: { rows: new Map(), nowMs: Number.NaN },
};

/**
 * @param batch of one organization
 * @param head undefined when the organization is gone
 */
export function linkBatch(
  batch: readonly PendingRecord[],
  head: Head | undefined,
  linking: Linking,
  standing: Standing = NOTHING_STANDS,
): LinkedBatch {
  const linked: LinkedBatch = {
    outcomes: [],
    keys: [],
    events: [],
    entries: [],
    metadataTexts: [],
    reviews: [],
    acts: new Map(),
    counters: new Map(),
    deliveries: [],
    skips: new Map(),
    endpointIds: [],
    next: null,
    endedMonths: [],
  };
  const taken = new Set(standing.takenKeys);
  const fresh: PendingRecord[] = [];
  for (const pending of batch) {
    const { draft } = pending;
    // The outcome of a call is true under any rules; only the organization must still exist.
    const generation = 'generation' in draft ? draft.generation : null;
    if (head === undefined || (generation !== null && head.generation !== generation)) {
      linked.outcomes.push({ pending, outcome: { kind: 'stale' } });
    } else if ('event' in draft && !takesKey(linked, draft, taken)) {
      linked.outcomes.push({ pending, outcome: { kind: 'duplicate' } });
    } else fresh.push(pending);
  }
  if (head !== undefined && fresh.length > 0) linkOrganization(linked, head, fresh, linking, standing);
  return linked;
}

/** A retry in the batch of its first attempt loses to it. */
function takesKey(linked: LinkedBatch, { event, idempotency }: DecisionDraft, taken: Set<string>): boolean {
  if (idempotency === null) return true;
  const slot = slotOf(idempotency);
  if (taken.has(slot)) return false;
  taken.add(slot);
  linked.keys.push({
    endpoint: idempotency.endpoint,
    key: idempotency.key,
    created_at: event.createdAtMs,
    event_id: event.id,
    fingerprint: idempotency.fingerprint,
    fingerprint_key_id: idempotency.fingerprintKeyId,
  });
  return true;
}

/** A record with its entry to be. */
interface Counted {
  draft: Draft;
  entry: AuditDraft;
  quotaExceeded: boolean;
}

/** Everything of one organization, after its head. */
function linkOrganization(
  linked: LinkedBatch,
  head: Head,
  records: readonly PendingRecord[],
  { takeSlot, countOf }: Linking,
  standing: Standing,
): void {
  const counts = new Counts(countOf);
  linked.counters = counts.changed;
  const usage = { month: head.usage_month, events: head.usage_events };
  const timeOf = timeTexts();
  const counted: Counted[] = [];
  for (const pending of records) {
    const draft = settled(pending, counts);
    if ('changeOf' in draft) {
      const { entry, spends } = changedEvent(linked.acts, draft, standing.changed, timeOf);
      counts.add(spends);
      if (entry !== null) counted.push({ draft, entry, quotaExceeded: false });
      linked.outcomes.push({ pending, outcome: { kind: 'changed' } });
      continue;
    }
    const at = timeOf('event' in draft ? draft.event.createdAtMs : draft.atMs);
    const quotaExceeded = 'event' in draft && count(usage, draft, at, linked);
    linked.outcomes.push({ pending, outcome: { kind: 'recorded', quotaExceeded, settled: pending.settled ?? null } });
    const entry = 'event' in draft ? decisionEntry(draft, at, quotaExceeded) : callEntry(draft, at);
    counted.push({ draft, entry, quotaExceeded });
  }
  // Changes that were refused leave nothing.
  if (counted.length === 0) return;
  const {
    entries,
    metadataTexts,
    head: last,
  } = linkEntries(
    { seq: head.audit_seq, hash: head.audit_hash.toString('hex') },
    counted.map(({ entry }) => entry),
  );
  entries.forEach((entry, index) => {
    const one = counted[index];
    if (one === undefined) throw new Error('an audit entry without its decision');
    if ('event' in one.draft) {
      addRows(linked, one.draft, entry, one.quotaExceeded);
      addDeliveries(linked, one.draft, entry, takeSlot);
    } else if ('changeOf' in one.draft) {
      addAct(linked.acts, { event_id: one.draft.eventId, entries: [entry.seq] });
    } else {
      addAct(linked.acts, { ...callAct(one.draft), entries: [entry.seq] });
    }
  });
  linked.entries.push(...entries);
  linked.metadataTexts.push(...metadataTexts);
  if (last.seq !== head.audit_seq + counted.length) throw new Error('a gap in the audit chain');
  linked.next = {
    ...head,
    audit_seq: last.seq,
    audit_hash: Buffer.from(last.hash, 'hex'),
    usage_month: usage.month,
    usage_events: usage.events,
  };
}

/** Grants and budgets settle a decision by the counts that the ones before it have left. */
function settled(pending: PendingRecord, counts: Counts): Draft {
  const { draft } = pending;
  pending.settled = null;
  if (!('event' in draft) || draft.unsettled === null) return draft;
  const { asked, standing, isWatched } = draft.unsettled;
  const { result, spends, counted } = settle(asked, standing, counts.usedOf, isWatched);
  counts.add(spends);
  if (result !== asked) pending.settled = result;
  return withCounted(result === asked ? draft : withOutcome(draft, result), counted);
}

/** Many decisions of a batch share a millisecond, and formatting a time takes longer than comparing two. */
function timeTexts(): (atMs: number) => string {
  let lastMs = Number.NaN;
  let last = '';
  return (atMs) => {
    if (atMs !== lastMs) {
      lastMs = atMs;
      last = new Date(atMs).toISOString();
    }
    return last;
  };
}

/**
 * Counts a LIVE event in its UTC month; months only go forward.
 * @returns true when the event passes the month's limit
 */
function count(
  usage: { month: string; events: number },
  draft: DecisionDraft,
  at: string,
  linked: LinkedBatch,
): boolean {
  if (draft.event.sandbox) return false;
  const month = `${at.slice(0, 7)}-01`;
  if (month > usage.month) {
    linked.endedMonths.push({ month: usage.month, events: usage.events });
    usage.month = month;
    usage.events = 0;
  }
  usage.events += 1;
  return isOverQuota(usage.events, draft.eventsPerMonth);
}
