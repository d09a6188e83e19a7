// SPDX-License-Identifier: Apache-2.0
/** An organization in which rules of every kind change between decisions, and its export: all by the real service. */
import type { AnomalyScan, AuditReplayOutcome, PolicyDetail } from '@svc/contract';
import { expect } from 'vitest';
import { NO_ARCHIVE } from '../../../server/src/record/archive/index.ts';
import { openExport } from '../../../server/src/record/audit/index.ts';
import { createChainReplays } from '../../../server/src/record/replay/index.ts';
import { recordPast } from '../history/index.ts';
import { callHttp, callMcp, ROUTES } from '../service/gateways.ts';
import {
  ACME,
  BOUND_KEY,
  call,
  IDS,
  LIVE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '../service/index.ts';
import { organizationIdOf } from '../service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '../service/sessions.ts';

const GATEWAYS = () => `
    httpRoutes:
      - { id: ${ROUTES.away}, name: away, baseUrl: "http://127.0.0.1:1/" }
    mcpRoutes:
      - { id: ${ROUTES.tools}, name: crm-tools, agent: billing-bot, resource: orders }
      - { id: ${ROUTES.bare}, name: bare }`;

/** Deep enough that only a part of it matches. */
const NESTED = {
  anyOf: [
    { dlpTypes: ['CPF'], minRecords: 10 },
    { allOf: [{ outsideBusinessHours: true }, { anyOf: [{ minRiskScore: 40 }, { destination: 'EXTERNAL' }] }] },
  ],
};
const APPLIED = [
  { name: 'Watch exports', action: 'EXPORT', decision: 'REVIEW', mode: 'MONITOR' },
  { name: 'Block nested', action: 'ANY', decision: 'BLOCK', condition: NESTED },
  { name: 'Allow reading prices', action: 'READ', resource: 'PUBLIC', decision: 'ALLOW' },
];
const CONTENTS = [
  undefined,
  'CPF 529.982.247-25 da cliente',
  'Paciente com diabetes tipo 2, CID E11; ligar para maria@example.com',
];

export interface Lively {
  service: TestService;
  owner: Browser;
  organizationId: string;
  /** The export as it is now. */
  exported(): Promise<string>;
}

/** Opens an organization and lets it live for some days of its clock. The caller stops its service. */
export async function openLively(): Promise<Lively> {
  const service = await openOrganization({ provisioning: () => acmeWithPeople({ extra: GATEWAYS() }) });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const organizationId = await organizationIdOf(service.database, ACME);
  const lively = { service, owner, organizationId, exported: () => exportOf(service, organizationId) };
  await live(lively);
  return lively;
}

async function exportOf({ app }: TestService, organizationId: string): Promise<string> {
  let text = '';
  for await (const piece of (await openExport(app.pool, app.checkpoints, organizationId)).pieces()) text += piece;
  return text;
}

/** The outcome of deciding the whole chain of an organization again. */
export async function decidedAgain({ app }: TestService, organizationId: string): Promise<AuditReplayOutcome> {
  const replays = createChainReplays(app.pool, app.checkpoints, NO_ARCHIVE);
  let last = '';
  for await (const line of replays.lines(organizationId, {})) last = line;
  return (JSON.parse(last) as { outcome: AuditReplayOutcome }).outcome;
}

async function live(lively: Lively): Promise<void> {
  const { service } = lively;
  await recordPast(service, {
    body: { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', recordsAffected: 20 },
    hoursAgo: [100, 76, 52, 28],
    eventsEach: 20,
  });
  const change = async (path: string, body: object, method = 'PATCH') =>
    expect((await lively.owner.call(path, { method, body })).status).toBeLessThan(300);
  const policies = async (body: object) =>
    expect((await call(service.baseUrl, '/v1/policies/apply', { body })).status).toBe(200);
  const steps = [
    () => policies({ policies: APPLIED }),
    () =>
      change(`/agents/${IDS.supportBot}`, {
        name: 'renamed-bot',
        permissions: [{ action: 'READ', resource: 'orders' }],
      }),
    () => change(`/resources/${IDS.orders}`, { classification: 'FINANCIAL' }),
    () => openAnomaly(lively),
    () => change('/organization', { riskReviewAt: 30, riskBlockAt: 50, timeZone: 'Asia/Tokyo' }),
    () => change(`/agents/${IDS.billingBot}/pause`, { reason: 'looked at' }, 'POST'),
    () => change(`/agents/${IDS.billingBot}/resume`, {}, 'POST'),
    () => change('/organization', { enforcement: 'MONITOR' }),
    () => renamePolicy(lively.owner),
    () => change('/organization', { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 90 }),
    () => closeAnomaly(lively.owner),
    () => policies({ policies: APPLIED.slice(2), prune: true }),
    () => change(`/agents/${IDS.supportBot}`, { permissions: null }),
  ];
  await decideAll(service);
  for (const step of steps) {
    service.clock.move('7h');
    // A session does not last that long.
    lively.owner = await signIn(service.baseUrl, PEOPLE.owner);
    await step();
    await decideAll(service);
  }
}

/** Each agent, action and content, by keys of both kinds and through both gateways. */
async function decideAll({ baseUrl }: TestService): Promise<void> {
  const decide = (body: object, key = LIVE_KEY) => call<unknown>(baseUrl, '/v1/events', { key, body });
  const calls: Promise<{ status: number }>[] = [
    decide({ agent: 'billing-bot', resource: 'price-list', action: 'READ_DATA' }, BOUND_KEY),
    callHttp(baseUrl, { routeId: ROUTES.away, path: '/x' }),
    callMcp(baseUrl, { routeId: ROUTES.tools, tool: 'delete_order', arguments: { id: 7 } }),
  ];
  for (const [at, content] of CONTENTS.entries()) {
    const more = { recordsAffected: at * 600, ...(content !== undefined && { content }) };
    for (const agentId of [IDS.billingBot, IDS.supportBot, IDS.readerBot, IDS.pausedBot]) {
      for (const action of ['READ_DATA', 'EXPORT_DATA', 'DELETE_DATA']) {
        calls.push(decide({ agentId, resource: 'customers', action, destination: 'EXTERNAL_API', ...more }));
        calls.push(decide({ agentId, resource: 'orders', action, ...more }, at === 1 ? TEST_KEY : LIVE_KEY));
      }
    }
  }
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ status: 200 });
}

async function openAnomaly({ service, owner }: Lively): Promise<void> {
  await call(service.baseUrl, '/v1/events', {
    body: { agent: 'billing-bot', resource: 'orders', action: 'SEND_EMAIL', destination: 'EXTERNAL_EMAIL' },
  });
  const { opened } = (await owner.call<AnomalyScan>('/anomalies/scan', { method: 'POST' })).body;
  expect(opened.map(({ agent }) => agent.id)).toContain(IDS.billingBot);
}

async function closeAnomaly(owner: Browser): Promise<void> {
  const { items } = (await owner.call<{ items: { id: string }[] }>('/anomalies?status=OPEN')).body;
  for (const { id } of items) expect((await owner.call(`/anomalies/${id}/close`, { body: {} })).status).toBe(200);
}

async function renamePolicy(owner: Browser): Promise<void> {
  const { items } = (await owner.call<{ items: PolicyDetail[] }>('/policies')).body;
  const policy = items.find(({ name }) => name === 'Watch exports');
  const { updatedAt } = (await owner.call<PolicyDetail>(`/policies/${policy?.id}`)).body;
  const body = { updatedAt, name: 'A first name', mode: 'ENFORCE', condition: { minRecords: 1_000 } };
  expect((await owner.call(`/policies/${policy?.id}`, { method: 'PATCH', body })).status).toBe(200);
}
