// SPDX-License-Identifier: Apache-2.0
/** Sorts a batch into stale decisions, lost keys and new decisions; numbers and links the new ones. */

import { type AuditDraft, type AuditEntry, linkEntries } from '@svc/core/audit-chain';
import { isOverQuota } from '../../registry/plans/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import type { AdvancedHead, EndedMonth, HeadRow } from '../../storage/heads/index.ts';
import { addSkip, type DeliveryRow, type Skips } from '../webhooks/index.ts';
import { type Acts, addAct } from './acts.ts';
import type { CallOutcomeDraft, DecisionDraft, Draft, EventChangeDraft, RecordOutcome } from './draft.ts';
import { callAct, changedEvent, type Standing } from './link-changes.ts';
import type { PendingRecord } from './pending-record.ts';
import type { EventRow } from './statements.ts';

/** The part of a locked head row that a batch needs. */
export type Head = Omit<HeadRow, 'policy_set_version'>;

export interface LinkedBatch {
  outcomes: { pending: PendingRecord; outcome: RecordOutcome }[];
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
  heads: AdvancedHead[];
  endedMonths: EndedMonth[];
}

/** @returns false when an event is to be counted for an endpoint, and no delivery made */
export type TakeSlot = (endpointId: string) => boolean;

const NOTHING_STANDS: Standing = { rows: new Map(), nowMs: Number.NaN };

/** @param wonEventIds events that hold their idempotency key @param standing for a batch with changes of events */
export function linkBatch(
  batch: readonly PendingRecord[],
  heads: readonly Head[],
  wonEventIds: ReadonlySet<string>,
  takeSlot: TakeSlot,
  standing: Standing = NOTHING_STANDS,
): LinkedBatch {
  const linked: LinkedBatch = {
    outcomes: [],
    events: [],
    entries: [],
    metadataTexts: [],
    reviews: [],
    acts: new Map(),
    deliveries: [],
    skips: new Map(),
    endpointIds: [],
    heads: [],
    endedMonths: [],
  };
  const fresh = new Map<string, PendingRecord[]>(heads.map((head) => [head.organization_id, []]));
  const headOf = new Map(heads.map((head) => [head.organization_id, head]));
  for (const pending of batch) {
    const { draft } = pending;
    const head = headOf.get(draft.organizationId);
    // The outcome of a call is true under any rules; only the organization must still exist.
    const generation = 'generation' in draft ? draft.generation : null;
    if (head === undefined || (generation !== null && head.generation !== generation))
      linked.outcomes.push({ pending, outcome: { kind: 'stale' } });
    else if ('event' in draft && draft.idempotency !== null && !wonEventIds.has(draft.event.id)) {
      linked.outcomes.push({ pending, outcome: { kind: 'duplicate' } });
    } else fresh.get(draft.organizationId)?.push(pending);
  }
  for (const head of heads) {
    const decisions = fresh.get(head.organization_id) ?? [];
    if (decisions.length > 0) linkOrganization(linked, head, decisions, { takeSlot, standing });
  }
  return linked;
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
      const entry = changedEvent(linked.acts, draft, standing, timeOf);
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
      addAct(linked.acts, { ...eventOf(one.draft), entries: [entry.seq] });
    } else {
      addAct(linked.acts, { ...callAct(one.draft), entries: [entry.seq] });
    }
  });
  linked.entries.push(...entries);
  linked.metadataTexts.push(...metadataTexts);
  if (last.seq !== head.audit_seq + counted.length) throw new Error('a gap in the audit chain');
  linked.heads.push({
    organization_id: head.organization_id,
    audit_seq: last.seq,
    audit_hash: last.hash,
    usage_month: usage.month,
    usage_events: usage.events,
  });
}

const eventOf = ({ organizationId, eventId }: EventChangeDraft) => ({
  organization_id: organizationId,
  event_id: eventId,
});

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

function decisionEntry(draft: DecisionDraft, at: string, quotaExceeded: boolean): AuditDraft {
  return {
    organizationId: draft.organizationId,
    at,
    kind: 'decision.recorded',
    actor:
      draft.personId === undefined ? { type: 'key', id: draft.event.apiKeyId } : { type: 'user', id: draft.personId },
    subject: { type: 'event', id: draft.event.id },
    // Seldom true, so that a copy is seldom made; keys keep their order.
    metadata: quotaExceeded ? { ...draft.auditMetadata, quotaExceeded } : draft.auditMetadata,
  };
}

/** The entry with the outcome of a call. */
export function callEntry(draft: CallOutcomeDraft, at: string): AuditDraft {
  return {
    organizationId: draft.organizationId,
    at,
    kind: 'gateway.called',
    actor: { type: 'key', id: draft.apiKeyId },
    subject: { type: 'event', id: draft.eventId },
    metadata: draft.auditMetadata,
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
    linked.endedMonths.push({ organization_id: draft.organizationId, month: usage.month, events: usage.events });
    usage.month = month;
    usage.events = 0;
  }
  usage.events += 1;
  return isOverQuota(usage.events, draft.eventsPerMonth);
}

function addRows(linked: LinkedBatch, draft: DecisionDraft, entry: AuditEntry, quotaExceeded: boolean): void {
  const { event, organizationId } = draft;
  const owner = { organization_id: organizationId, created_at: entry.at };
  linked.events.push({
    organization_id: organizationId,
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
    record: JSON.stringify(event.record),
    gateway_call: draft.call === null ? null : JSON.stringify(draft.call),
    action_digest: event.actionDigest,
    payload_salt: event.payloadSalt,
    content_scanned: event.contentScanned,
    redeemable_until: event.redeemableUntilMs,
    context: event.context === null ? null : JSON.stringify(event.context),
  });
  if (draft.forwarderId !== null) {
    addAct(linked.acts, {
      organization_id: organizationId,
      event_id: event.id,
      redeemed_at: new Date(event.createdAtMs),
      forwarder_id: draft.forwarderId,
    });
  }
  if (draft.review !== null) {
    linked.reviews.push({
      ...owner,
      event_id: event.id,
      sandbox: event.sandbox,
      expires_at: new Date(draft.review.expiresAtMs),
      approver_roles: draft.review.approverRoles,
      escalates: draft.review.escalates,
      risk_score: event.riskScore,
    });
  }
}

function addDeliveries(
  linked: LinkedBatch,
  { event, organizationId, webhook }: DecisionDraft,
  entry: AuditEntry,
  takeSlot: TakeSlot,
): void {
  if (webhook === null) return;
  const { types } = webhook;
  const row = { organization_id: organizationId, event_id: event.id, types, created_at: entry.at };
  for (const endpointId of webhook.endpointIds) {
    if (takeSlot(endpointId)) {
      linked.endpointIds.push(endpointId);
      linked.deliveries.push({ ...row, id: uuidv7(event.createdAtMs), endpoint_id: endpointId, data: null });
    } else {
      addSkip(linked.skips, { ...row, endpoint_id: endpointId });
    }
  }
}
