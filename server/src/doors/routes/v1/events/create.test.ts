// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events answers a decision, and records exactly that answer. */
import { type AuditEntry, verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACME,
  acme,
  BOUND_KEY,
  call,
  GLOBEX,
  GLOBEX_KEY,
  IDS,
  LOOPBACK_KEY,
  openOrganization,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const decide = (body: object, options: object = {}) => call(service.baseUrl, '/v1/events', { body, ...options });

describe('the decision', () => {
  it('is ALLOW where neither a policy nor the risk stands against it', async () => {
    const { status, body } = await decide(PLAIN_ACTION);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      decision: 'ALLOW',
      finalDecision: 'ALLOW',
      evaluatedDecision: 'ALLOW',
      monitored: false,
      policy: null,
      review: null,
      quotaExceeded: false,
      sandbox: false,
      dlpFindings: [],
      lgpdCategories: [],
    });
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('is BLOCK with the policy that says so, as an answer and not as an error', async () => {
    const { status, body } = await decide({ agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      decision: 'BLOCK',
      finalDecision: 'BLOCK',
      policy: { name: 'Block deleting customers' },
    });
    expect(body.reasons[0]).toContain('Block deleting customers');
  });

  it('is REVIEW with a pending review that expires when the organization says', async () => {
    const { body } = await decide({
      agent: 'billing-bot',
      resource: 'customers',
      action: 'SEND_EMAIL',
      destination: 'EXTERNAL_EMAIL',
    });
    expect(body).toMatchObject({
      decision: 'REVIEW',
      finalDecision: 'REVIEW',
      review: { status: 'PENDING', decidedAt: null, note: null },
    });
    const [review] = await readRows(
      service.database,
      `SELECT status, approver_roles, expires_at, extract(epoch FROM expires_at - created_at)::int / 60 AS minutes
       FROM svc.reviews WHERE event_id = $1`,
      [body.id],
    );
    const expiresAt = new Date(body.review?.expiresAt ?? '');
    expect(review).toEqual({ status: 'PENDING', approver_roles: ['MEMBER'], expires_at: expiresAt, minutes: 1_440 });
  });

  it('names what the scan found in the content, and scores it', async () => {
    const { body } = await decide({
      ...PLAIN_ACTION,
      content: 'O CPF dela é 529.982.247-25, escreva a ana@exemplo.com.br',
    });
    expect(body.dlpFindings).toEqual(['CPF', 'EMAIL']);
    expect(body.lgpdCategories).toEqual(['IDENTIFICATION', 'CONTACT']);
    expect(body.riskScore).toBeGreaterThanOrEqual(20);
  });

  it('blocks a paused agent and one without the permission, whatever the policies say', async () => {
    const paused = await decide({ agent: 'paused-bot', resource: 'price-list', action: 'READ_DATA' });
    expect(paused.body).toMatchObject({ decision: 'BLOCK', evaluatedDecision: 'BLOCK', policy: null });
    const reader = await decide({ agent: 'reader-bot', resource: 'orders', action: 'WRITE_DATA' });
    expect(reader.body).toMatchObject({ decision: 'BLOCK', policy: null });
    expect((await decide({ agent: 'reader-bot', resource: 'orders', action: 'READ_DATA' })).body.decision).toBe(
      'ALLOW',
    );
  });

  it('takes agent and resource by id in either letter case, and by name and id when they agree', async () => {
    const byId = await decide({ agentId: IDS.billingBot.toUpperCase(), resourceId: IDS.orders, action: 'READ_DATA' });
    expect(byId.status).toBe(200);
    const both = await decide({ ...PLAIN_ACTION, agentId: IDS.billingBot, resourceId: IDS.orders });
    expect(both.status).toBe(200);
  });

  it('takes the agent of a bound key', async () => {
    const { status, body } = await decide({ resource: 'orders', action: 'READ_DATA' }, { key: BOUND_KEY });
    expect(status).toBe(200);
    const [event] = await readRows(service.database, 'SELECT agent_id FROM svc.events WHERE id = $1', [body.id]);
    expect(event).toEqual({ agent_id: IDS.billingBot });
  });

  it('accepts a key in either header, and a key from an address of its allow-list', async () => {
    const header = await decide(PLAIN_ACTION, { key: null, headers: { 'x-api-key': TEST_KEY } });
    expect(header.body.sandbox).toBe(true);
    expect((await decide(PLAIN_ACTION, { key: LOOPBACK_KEY })).status).toBe(200);
    const both = await decide(PLAIN_ACTION, { key: TEST_KEY, headers: { 'x-api-key': TEST_KEY } });
    expect(both.status).toBe(200);
  });

  it('keeps a plain request id of the caller and replaces any other', async () => {
    const kept = await decide(PLAIN_ACTION, { headers: { 'x-request-id': 'trace-1.a_B' } });
    expect(kept.headers.get('x-request-id')).toBe('trace-1.a_B');
    const replaced = await decide(PLAIN_ACTION, { headers: { 'x-request-id': 'a b' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes the largest values of every field', async () => {
    const { status } = await decide({
      ...PLAIN_ACTION,
      recordsAffected: 100_000_000,
      destination: 'EXTERNAL_API',
      content: '😀'.repeat(45_000),
    });
    expect(status).toBe(200);
  });
});

describe('the record', () => {
  it('is one event and one audit entry in a chain without a gap, which explains the decision', async () => {
    const { body } = await decide({ ...PLAIN_ACTION, resource: 'price-list', recordsAffected: 5_000 });
    const [event] = await readRows<{ seq: string; record: Record<string, unknown> }>(
      service.database,
      'SELECT seq, record FROM svc.events WHERE id = $1',
      [body.id],
    );
    const entries = await readAuditEntries(service.database, ACME);
    const entry = entries.find((one: AuditEntry) => one.subject.id === body.id);
    expect(entry).toMatchObject({
      seq: Number(event?.seq),
      kind: 'decision.recorded',
      actor: { type: 'key' },
      subject: { type: 'event' },
      metadata: { decision: 'ALLOW', agentName: 'billing-bot', resourceName: 'price-list', sandbox: false },
    });
    expect(event?.record).toMatchObject({
      riskFactors: expect.arrayContaining([
        { code: 'ACTION', points: 5 },
        { code: 'RECORDS', points: 15 },
      ]),
      policySetVersion: 1,
    });
    // The policy that decides is the only one that matches.
    expect(event?.record).not.toHaveProperty('matchedPolicyIds');
    expect(verifyEntries(entries)).toMatchObject({ isValid: true, head: { seq: entries.length } });
  });

  it('of a TEST key is a sandbox event: no usage, no webhook, but an audit entry', async () => {
    const usage =
      'SELECT usage_events::int FROM svc.organization_heads h JOIN svc.organizations o USING (organization_id) WHERE name = $1';
    const [before] = await readRows(service.database, usage, [ACME]);
    const { body } = await decide({ ...PLAIN_ACTION, action: 'DELETE_DATA', resource: 'customers' }, { key: TEST_KEY });
    expect(body).toMatchObject({ decision: 'BLOCK', sandbox: true, quotaExceeded: false });
    expect((await readRows(service.database, usage, [ACME]))[0]).toEqual(before);
    expect(
      await readRows(service.database, 'SELECT 1 FROM svc.webhook_deliveries WHERE event_id = $1', [body.id]),
    ).toEqual([]);
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.find((one: AuditEntry) => one.subject.id === body.id)?.metadata).toMatchObject({ sandbox: true });
  });

  it('holds nothing of the content, nor does the log', async () => {
    const marker = 'MARKER-c0ffee-content';
    await decide({ ...PLAIN_ACTION, content: `${marker} ana@exemplo.com.br` });
    await decide({ ...PLAIN_ACTION, content: `${marker}`, action: 'NONSENSE' });
    await decide({ ...PLAIN_ACTION, [marker]: 1 });
    for (const table of ['events', 'audit_entries', 'idempotency_records', 'webhook_deliveries', 'reviews']) {
      const rows = await readRows(service.database, `SELECT t::text AS row FROM svc.${table} t`);
      expect(JSON.stringify(rows)).not.toContain(marker);
    }
    expect(service.logged()).not.toContain(marker);
  });

  it('of one organization is out of reach of another', async () => {
    const { body } = await decide(PLAIN_ACTION);
    expect((await call(service.baseUrl, `/v1/events/${body.id}`, { key: GLOBEX_KEY })).status).toBe(404);
    const entries = await readAuditEntries(service.database, GLOBEX);
    expect(entries.some((one: AuditEntry) => one.kind === 'decision.recorded')).toBe(false);
  });
});

describe('the webhook outbox', () => {
  it('has one delivery for each endpoint of a BLOCK, with the types in order, and none for an ALLOW', async () => {
    const extra = `    webhooks:
      - { url: "https://one.example/hook", secret: whsec_${'a'.repeat(43)} }
      - { url: "https://two.example/hook", secret: whsec_${'b'.repeat(43)} }`;
    const own = await openOrganization({ provisioning: () => acme({ extra }) });
    try {
      const allowed = await call(own.baseUrl, '/v1/events', { body: PLAIN_ACTION });
      const blocked = await call(own.baseUrl, '/v1/events', {
        body: {
          agent: 'billing-bot',
          resource: 'customers',
          action: 'DELETE_DATA',
          destination: 'EXTERNAL_API',
          recordsAffected: 20_000,
          content: `-----BEGIN PRIVATE KEY-----\\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(3)}`,
        },
      });
      expect(blocked.body).toMatchObject({ decision: 'BLOCK', riskLevel: 'CRITICAL' });
      const rows = await readRows(
        own.database,
        `SELECT d.event_id, d.types, d.data AS copy, o.delivery_id IS NOT NULL AS waits
         FROM svc.webhook_deliveries d 
           LEFT JOIN svc.webhook_outbox o ON o.organization_id = d.organization_id AND o.delivery_id = d.id`,
      );
      expect(rows).toHaveLength(2);
      for (const row of rows) {
        expect(row).toMatchObject({
          event_id: blocked.body.id,
          types: ['BLOCK', 'CRITICAL'],
          waits: true,
          copy: null,
        });
      }
      expect(allowed.body.decision).toBe('ALLOW');
    } finally {
      await own.stop();
    }
  });
});

describe('the quota', () => {
  it('is exceeded from the first LIVE event over the limit on, and stays so on the event', async () => {
    const own = await openOrganization({ provisioning: () => acme({ settings: ['eventsPerMonth: 2'] }) });
    try {
      const answers = [];
      for (const key of [undefined, TEST_KEY, undefined, undefined]) {
        answers.push(await call(own.baseUrl, '/v1/events', { body: PLAIN_ACTION, ...(key && { key }) }));
      }
      expect(answers.map(({ body }) => body.quotaExceeded)).toEqual([false, false, false, true]);
      expect(answers.every(({ body }) => body.decision === 'ALLOW')).toBe(true);
      const read = await call(own.baseUrl, `/v1/events/${answers[3]?.body.id}`);
      expect(read.body.quotaExceeded).toBe(true);
    } finally {
      await own.stop();
    }
  });
});

describe('monitor mode of the organization', () => {
  it('allows what full enforcement would not, except for a paused agent', async () => {
    const own = await openOrganization({ provisioning: () => acme({ settings: ['enforcement: MONITOR'] }) });
    try {
      const watched = await call(own.baseUrl, '/v1/events', {
        body: { agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA' },
      });
      expect(watched.body).toMatchObject({
        decision: 'ALLOW',
        finalDecision: 'ALLOW',
        evaluatedDecision: 'BLOCK',
        monitored: true,
        policy: { name: 'Block deleting customers' },
      });
      const paused = await call(own.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, agent: 'paused-bot' } });
      expect(paused.body.decision).toBe('BLOCK');
    } finally {
      await own.stop();
    }
  });
});
