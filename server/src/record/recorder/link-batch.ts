// SPDX-License-Identifier: Apache-2.0
/** Sorts the batch of an organization into stale decisions, lost keys and new ones; numbers and links the new ones. */

import { type AuditDraft, type AuditEntry, linkEntries } from '@svc/core/audit-chain';
import { isOverQuota } from '../../registry/plans/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import type { HeadRow } from '../../storage/heads/index.ts';
import { addSkip, type DeliveryRow, type Skips } from '../webhooks/index.ts';
import { type Acts, addAct } from './acts.ts';
import type { DecisionDraft, Draft, RecordOutcome } from './draft.ts';
import { callEntry, decisionEntry } from './entries.ts';
import { type ChangedEvents, callAct, changedEvent } from './link-changes.ts';
import type { PendingRecord } from './pending-record.ts';
import { recordText } from './record-text.ts';
import { type EventRow, type KeyRow, slotOf } from './rows.ts';

/** The part of a locked head row that a batch needs. */
export type Head = Omit<HeadRow, 'policy_set_version'>;

/** The LIVE events of an ended month, which the head no longer counts. */
interface EndedMonth {
  /** The first day of the month, `YYYY-MM-DD`. */
  month: string;
  events: number;
}

/** The batch of one organization, in rows. */
export interface LinkedBatch {
  outcomes: { pending: PendingRecord; outcome: RecordOutcome }[];
  keys: KeyRow[];
  events: EventRow[];
  entries: AuditEntry[];
  /** The result of `linkEntries`. */
  metadataTexts: string[];
  reviews: object[];
  acts: Acts;
  deliveries: DeliveryRow[];
  /** Events that held endpoints count, by endpoint. */
  skips: Map<string, Skips>;
  /** Endpoints of the deliveries; one that gets several is listed as often. */
  endpointIds: string[];
  /** The head after it; null when nothing is to be recorded. */
  next: Head | null;
  endedMonths: EndedMonth[];
}

/** @returns false when an event is to be counted for an endpoint, and no delivery made */
export type TakeSlot = (endpointId: string) => boolean;

/** The state under the lock of the head. */
export interface Standing {
  /** Places of keys that are held. */
  takenKeys: ReadonlySet<string>;
  changed: ChangedEvents;
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
  takeSlot: TakeSlot,
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
  if (head !== undefined && fresh.length > 0) linkOrganization(linked, head, fresh, { takeSlot, standing });
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
  { takeSlot, standing }: { takeSlot: TakeSlot; standing: Standing },
): void {
  const usage = { month: head.usage_month, events: head.usage_events };
  const timeOf = timeTexts();
  const counted: Counted[] = [];
  for (const pending of records) {
    const { draft } = pending;
    if ('changeOf' in draft) {
      const entry = changedEvent(linked.acts, draft, standing.changed, timeOf);
      if (entry !== null) counted.push({ draft, entry, quotaExceeded: false });
      linked.outcomes.push({ pending, outcome: { kind: 'changed' } });
      continue;
    }
    const at = timeOf('event' in draft ? draft.event.createdAtMs : draft.atMs);
    const quotaExceeded = 'event' in draft && count(usage, draft, at, linked);
    linked.outcomes.push({ pending, outcome: { kind: 'recorded', quotaExceeded } });
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

function addRows(linked: LinkedBatch, draft: DecisionDraft, entry: AuditEntry, quotaExceeded: boolean): void {
  const { event } = draft;
  linked.events.push({
    id: event.id,
    seq: entry.seq,
    created_at: event.createdAtMs,
    sandbox: event.sandbox,
    api_key_id: event.apiKeyId,
    agent_id: event.agentId,
    resource_id: event.resourceId,
    action: event.action,
    destination: event.destination,
    records_affected: event.recordsAffected,
    decision: event.decision,
    evaluated_decision: event.evaluatedDecision,
    risk_level: event.riskLevel,
    risk_score: event.riskScore,
    quota_exceeded: quotaExceeded,
    record: recordText(event.record),
    gateway_call: draft.call === null ? null : JSON.stringify(draft.call),
    action_digest: event.actionDigest,
    payload_salt: event.payloadSalt,
    content_scanned: event.contentScanned,
    redeemable_until: event.redeemableUntilMs,
    context: event.context === null ? null : JSON.stringify(event.context),
  });
  if (draft.forwarderId !== null) {
    addAct(linked.acts, {
      event_id: event.id,
      redeemed_at: new Date(event.createdAtMs),
      forwarder_id: draft.forwarderId,
    });
  }
  if (draft.review !== null) {
    linked.reviews.push({
      event_id: event.id,
      created_at: entry.at,
      sandbox: event.sandbox,
      expires_at: new Date(draft.review.expiresAtMs),
      approver_roles: draft.review.approverRoles,
      escalates: draft.review.escalates,
      approvals_needed: draft.review.approvals.count,
      not_asker: draft.review.approvals.notAsker,
      valid_minutes: draft.review.approvals.validMinutes,
      risk_score: event.riskScore,
    });
  }
}

function addDeliveries(
  linked: LinkedBatch,
  { event, webhook }: DecisionDraft,
  entry: AuditEntry,
  takeSlot: TakeSlot,
): void {
  if (webhook === null) return;
  const { types } = webhook;
  const row = { event_id: event.id, types, created_at: entry.at };
  for (const endpointId of webhook.endpointIds) {
    if (takeSlot(endpointId)) {
      linked.endpointIds.push(endpointId);
      linked.deliveries.push({ ...row, id: uuidv7(event.createdAtMs), endpoint_id: endpointId, data: null });
    } else {
      addSkip(linked.skips, { ...row, endpoint_id: endpointId });
    }
  }
}
