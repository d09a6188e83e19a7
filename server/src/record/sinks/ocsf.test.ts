// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an event has the class, the numbers and the required fields of OCSF, and facts of its entry alone. */
import { describe, expect, it } from 'vitest';
import { ocsfEvents, type ToldEntry } from './ocsf.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-00000000000a';
const SUBJECT = '018f0000-0000-7000-8000-00000000d001';
const AGENT = '018f0000-0000-7000-8000-00000000a001';

const entry = (kind: string, metadata: object, actor = { type: 'system', id: 'anomaly-scan' }): ToldEntry =>
  ({
    organizationId: ORGANIZATION,
    seq: 7,
    at: '2026-11-30T12:00:00.123Z',
    kind,
    actor,
    subject: { type: kind.split('.')[0] ?? '', id: SUBJECT },
    metadata,
  }) as ToldEntry;
const eventsOf = (...given: Parameters<typeof entry>) => ocsfEvents(entry(...given), '1.2.3');

const DECISION = {
  ...{ action: 'EXPORT_DATA', agentId: AGENT, agentName: 'bot', classification: 'CUSTOMER_PII', decision: 'BLOCK' },
  ...{ destination: 'EXTERNAL_API', dlpFindings: ['CPF'], evaluatedDecision: 'BLOCK', keyPrefix: 'key_live_abc' },
  ...{ monitored: false, payload: null, policyId: 'p1', resourceId: 'r1', resourceName: 'customers' },
  ...{ riskLevel: 'HIGH', riskScore: 75, sandbox: false, contextCommitments: { purpose: 'c0ffee' } },
};

describe('a decision', () => {
  it.each([
    ['READ_DATA', 2],
    ['WRITE_DATA', 3],
    ['DELETE_DATA', 4],
    ['EXPORT_DATA', 2],
    ['SEND_EMAIL', 1],
  ])('of %s is the activity %i', (action, activity) => {
    const [event] = eventsOf('decision.recorded', { ...DECISION, action });
    expect(event).toMatchObject({
      class_uid: 6003,
      category_uid: 6,
      activity_id: activity,
      type_uid: 600_300 + activity,
    });
  });

  it.each([
    ['ALLOW', 1, 1, false],
    ['BLOCK', 2, 2, true],
    ['REVIEW', 3, 14, true],
  ])('%s has the action %i and the disposition %i', (decision, action, disposition, isAlert) => {
    const [event] = eventsOf('decision.recorded', { ...DECISION, decision });
    expect(event).toMatchObject({ action_id: action, disposition_id: disposition, is_alert: isAlert });
  });

  it.each([
    ['LOW', 1, 2],
    ['MEDIUM', 2, 3],
    ['HIGH', 3, 4],
  ])('of the risk %s has the level %i and the severity %i', (riskLevel, level, severity) => {
    const events = eventsOf('decision.recorded', { ...DECISION, riskLevel });
    expect(events).toMatchObject([{ risk_level_id: level, severity_id: severity }]);
  });

  it('of critical risk is a Detection Finding too, which another uid tells apart', () => {
    const [event, finding] = eventsOf('decision.recorded', { ...DECISION, riskLevel: 'CRITICAL' });
    expect(event?.severity_id).toBe(5);
    expect(finding).toMatchObject({
      ...{ class_uid: 2004, category_uid: 2, type_uid: 200_401, severity_id: 5, status_id: 1, disposition_id: 2 },
      finding_info: { uid: SUBJECT },
      metadata: { uid: `${ORGANIZATION}-7-finding`, correlation_uid: SUBJECT },
    });
  });

  it('of a tool call names the tool, and nothing of the key, the payload or the words of the agent', () => {
    const gateway = { protocol: 'MCP', tool: 'delete_row', method: null, routeId: 'x' };
    const [event] = eventsOf('decision.recorded', { ...DECISION, gateway });
    expect(event).toMatchObject({ api: { operation: 'delete_row', service: { name: 'MCP' } }, policy: { uid: 'p1' } });
    for (const text of ['key_live', 'c0ffee', 'payload']) expect(JSON.stringify(event)).not.toContain(text);
  });

  it('of a TEST key, and an entry of another kind, is no event', () => {
    expect(eventsOf('decision.recorded', { ...DECISION, sandbox: true })).toEqual([]);
    expect(eventsOf('agent.created', {})).toEqual([]);
  });
});

it('an expired review is a denial by the service itself', () => {
  expect(eventsOf('review.expired', { eventId: SUBJECT })).toMatchObject([
    {
      type_uid: 600_303,
      action_id: 2,
      disposition_id: 2,
      actor: { app_name: 'svc' },
      src_endpoint: { svc_name: 'svc' },
    },
  ]);
});

it.each([
  ['anomaly.opened', 200_401, 1, 4],
  ['anomaly.closed', 200_403, 4, 2],
])('%s is a Detection Finding of the type %i', (kind, type, status, severity) => {
  const facts = {
    agentId: AGENT,
    anomalyKind: 'RATE_SPIKE',
    severity: 'HIGH',
    messageParams: { usual: null, found: 12 },
  };
  expect(eventsOf(kind, facts)).toMatchObject([
    {
      ...{ class_uid: 2004, type_uid: type, status_id: status, severity_id: severity },
      finding_info: { uid: SUBJECT, title: 'RATE_SPIKE' },
      resources: [{ uid: AGENT, type: 'agent' }],
      time: Date.parse('2026-11-30T12:00:00.123Z'),
    },
  ]);
});
