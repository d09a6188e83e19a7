// SPDX-License-Identifier: Apache-2.0
/** Numbering, counting and sorting of a batch, apart from any database. */
import { verifyEntries } from '@svc/core/audit-chain';
import { expect, it } from 'vitest';
import { PLAIN_RECORD } from '#harness/stored-events';
import type { DecisionDraft } from './draft.ts';
import { linkBatch } from './link-batch.ts';
import type { Head } from './linked-batch.ts';
import type { PendingRecord } from './pending-record.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001';
const END_OF_OCTOBER_MS = Date.UTC(2026, 9, 31, 23, 59, 59, 999);

const head = (over: Partial<Head> = {}): Head => ({
  organization_id: ORGANIZATION,
  generation: 3,
  audit_seq: 0,
  audit_hash: Buffer.alloc(32),
  usage_month: '2026-10-01',
  usage_events: 10,
  ...over,
});

const always = { takeSlot: () => true, countOf: () => undefined };

let made = 0;
type PendingDecision = PendingRecord & { draft: DecisionDraft };
function pending(over: Partial<DecisionDraft> = {}, event: Partial<DecisionDraft['event']> = {}): PendingDecision {
  made += 1;
  return {
    counters: [],
    resolve: () => {},
    reject: () => {},
    draft: {
      organizationId: ORGANIZATION,
      generation: 3,
      event: {
        id: `event-${made}`,
        createdAtMs: END_OF_OCTOBER_MS,
        sandbox: false,
        apiKeyId: 'key',
        agentId: 'agent',
        resourceId: 'resource',
        action: 'READ_DATA',
        destination: null,
        recordsAffected: null,
        decision: 'ALLOW',
        evaluatedDecision: 'ALLOW',
        riskLevel: 'LOW',
        riskScore: 5,
        actionDigest: '00'.repeat(32),
        payloadSalt: null,
        contentScanned: false,
        redeemableUntilMs: null,
        context: null,
        record: PLAIN_RECORD,
        ...event,
      },
      auditMetadata: { decision: 'ALLOW', quotaExceeded: false },
      review: null,
      webhook: null,
      idempotency: null,
      unsettled: null,
      call: null,
      forwarderId: null,
      redeemsNow: false,
      redeemKey: null,
      eventsPerMonth: 12,
      ...over,
    },
  };
}

it('leaves out what is stale or lost its key, and numbers the rest without a gap', () => {
  const idempotency = { endpoint: 'events', key: 'k', fingerprint: 'ab'.repeat(32), fingerprintKeyId: 'x' } as const;
  const batch = [
    pending(),
    pending({ generation: 2 }),
    pending({ idempotency }),
    pending({ idempotency }),
    pending({ idempotency: { ...idempotency, key: 'held' } }),
  ];
  const changed = { rows: new Map(), nowMs: 0 };
  const linked = linkBatch(batch, head(), always, { takenKeys: new Set(['events held']), changed });
  const outcomeOf = new Map(linked.outcomes.map(({ pending: one, outcome }) => [one, outcome.kind]));
  expect(batch.map((one) => outcomeOf.get(one))).toEqual(['recorded', 'stale', 'recorded', 'duplicate', 'duplicate']);
  expect(linked.events.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(verifyEntries(linked.entries)).toMatchObject({ isValid: true, head: { seq: 2 } });
  expect(linked.keys.map(({ event_id }) => event_id)).toEqual([batch[2]?.draft.event.id]);
  expect(linked.next).toEqual({
    organization_id: ORGANIZATION,
    generation: 3,
    audit_seq: 2,
    audit_hash: Buffer.from(linked.entries[1]?.hash ?? '', 'hex'),
    usage_month: '2026-10-01',
    usage_events: 12,
  });
});

it('counts LIVE events of the UTC month: the one over the limit says so, the next month begins anew', () => {
  const batch = [
    pending(),
    pending({}, { sandbox: true }),
    pending(),
    pending(),
    pending({}, { createdAtMs: END_OF_OCTOBER_MS + 1 }),
    pending({ eventsPerMonth: null }),
  ];
  const linked = linkBatch(batch, head(), always);
  expect(linked.events.map(({ quota_exceeded }) => quota_exceeded)).toEqual([false, false, false, true, false, false]);
  expect(linked.endedMonths).toEqual([{ month: '2026-10-01', events: 13 }]);
  expect(linked.next).toMatchObject({ usage_month: '2026-11-01', usage_events: 2 });
  expect(linked.entries.map(({ metadata }) => metadata.quotaExceeded)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});

it('links what became of a call behind decisions, whatever the rules are by now, and counts it as no event', () => {
  const outcome: PendingRecord = {
    counters: [],
    resolve: () => {},
    reject: () => {},
    draft: {
      organizationId: ORGANIZATION,
      eventId: 'event-forwarded',
      apiKeyId: 'key',
      atMs: END_OF_OCTOBER_MS,
      auditMetadata: { latencyMs: 7, status: 204 },
    },
  };
  const linked = linkBatch([pending(), outcome], head({ usage_events: 10 }), always);
  const { entries } = linked;
  expect(entries.map(({ kind, seq }) => [seq, kind])).toEqual([
    [1, 'decision.recorded'],
    [2, 'gateway.called'],
  ]);
  expect(linked.next).toMatchObject({ audit_seq: 2, usage_events: 11 });
  expect([...linked.acts.values()]).toMatchObject([{ event_id: 'event-forwarded', outcome: 'SUCCEEDED' }]);
  const later = linkBatch([outcome], head({ generation: 99 }), always);
  expect(later.outcomes).toMatchObject([{ outcome: { kind: 'recorded' } }]);
  expect(linkBatch([outcome], undefined, always).outcomes).toMatchObject([{ outcome: { kind: 'stale' } }]);
});

it('makes deliveries where there is room, and counts events by type where there is none', () => {
  const [roomy, full] = ['endpoint-1', 'endpoint-2'];
  const webhook = (...types: ('BLOCK' | 'REVIEW' | 'CRITICAL')[]) => ({ types, endpointIds: [roomy, full] });
  const batch = [
    pending({ webhook: webhook('BLOCK', 'CRITICAL') }),
    pending(),
    pending({ webhook: webhook('REVIEW') }),
  ];
  const linked = linkBatch(batch, head(), { ...always, takeSlot: (endpointId) => endpointId !== full });
  const [first, , last] = batch.map(({ draft }) => draft.event.id);
  expect(linked.deliveries.map(({ endpoint_id, event_id }) => [endpoint_id, event_id])).toEqual([
    [roomy, first],
    [roomy, last],
  ]);
  expect([...linked.skips.values()]).toMatchObject([
    {
      endpoint_id: full,
      ...{ skipped: 2, blocks: 1, reviews: 1, criticals: 1, anomalies: 0 },
      ...{ first_event_id: first, last_event_id: last },
    },
  ]);
});
