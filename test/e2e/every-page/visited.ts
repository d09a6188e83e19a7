// SPDX-License-Identifier: Apache-2.0
/** The visited organization: every page has something to show. A run makes it once, and each part visits a copy. */
import { expect } from 'vitest';
import { countRecorded, recordPast } from '#harness/history';
import { NEW_PASSWORD, signUp } from '#harness/people';
import { setUpCodes } from '#harness/people/codes.ts';
import { createFilledDatabase, type TestDatabase } from '#harness/postgres';
import { call, IDS, plainNames, startTestService, type TestService } from '#harness/service';
import { callHttp } from '#harness/service/gateways.ts';
import { readRows } from '#harness/service/rows.ts';
import * as sessions from '#harness/service/sessions.ts';
import { scanAll } from '../../../server/src/measures/anomalies/index.ts';
import { createMetrics } from '../../../server/src/storage/metrics/index.ts';
import { decide, organization, visitor, WAITING_ACTION } from '../organization.ts';
import { ALONE, NOBODY, type Places, PROTECTED } from './visit.ts';

/** Calls refused by the service, and by the other side. */
const ROUTES = {
  '018f0000-0000-7000-8000-00000000e001': 'http://169.254.169.254/',
  '018f0000-0000-7000-8000-00000000e002': 'http://127.0.0.1:1/',
};

const SAID = {
  purpose: 'Send the invoices of November again',
  destinationName: 'Contabilidade Souza',
  session: 'chat:8841',
  link: 'https://tickets.example.com/OPS-4812',
};

const file = () => organization({ webhooks: [NOBODY], routes: ROUTES, integration: 'crm.example' });

export async function startVisited(): Promise<{ service: TestService; at: Places }> {
  plainNames();
  const database = await createFilledDatabase(`visited: ${file()}`, fill);
  const service = await startTestService({ database });
  const events = await readRows<{ id: string }>(database, 'SELECT id FROM svc.events ORDER BY seq');
  const stop = async () => {
    await service.stop();
    await database.drop();
  };
  return { service: { ...service, stop }, at: { waiting: events.at(0)?.id ?? '', blocked: events.at(-1)?.id ?? '' } };
}

/** The first event waits for a review, and the last one is blocked. */
async function fill(database: TestDatabase): Promise<void> {
  const service = await startTestService({ database });
  await service.provision(file());
  await decide(service, { ...WAITING_ACTION, content: 'CPF 529.982.247-25, ana@example.com', context: SAID });
  for (const routeId of [...Object.keys(ROUTES), undefined]) await callHttp(service.baseUrl, { routeId });
  const usual = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  await recordPast(service, { body: usual, hoursAgo: [80, 56, 32], eventsEach: 20 });
  await decide(service, { ...usual, action: 'WRITE_DATA', destination: 'EXTERNAL_EMAIL', recordsAffected: 9_000 });
  await runBeyond(service, { ...usual, recordsAffected: 12 });
  await scanAll({ pool: service.app.pool, metrics: createMetrics() }, new AbortController().signal);
  await decide(service, { agent: 'paused-bot', action: 'DELETE_DATA', resource: 'customers' });
  await countRecorded(service);
  await keepGuardrails(service);
  await signPeopleUp(service);
  await service.stop();
}

/** An allowed act that did more than was stated. */
async function runBeyond({ baseUrl }: TestService, body: Record<string, unknown>): Promise<void> {
  const { id } = (await call(baseUrl, '/v1/events', { body })).body;
  const headers = { 'idempotency-key': 'beyond' };
  expect((await call(baseUrl, `/v1/events/${id}/redeem`, { body, headers })).status).toBe(200);
  const outcome = { status: 'SUCCEEDED', recordsAffected: 340 };
  expect((await call(baseUrl, `/v1/events/${id}/outcome`, { body: outcome })).status).toBe(200);
}

/** Those whose sign-in has more than one step. */
async function signPeopleUp(service: TestService): Promise<void> {
  await setUpCodes((await signUp(service, PROTECTED)).browser);
  const { browser, signedIn } = await signUp(service, ALONE);
  const body = { password: NEW_PASSWORD, confirmName: signedIn.organization.name };
  expect((await browser.call('/organization', { method: 'DELETE', body })).status).toBe(204);
}

/** One guardrail is refuted, and has an earlier version; one is enforced. A budget and tool rules stand beside them. */
async function keepGuardrails({ baseUrl }: TestService): Promise<void> {
  const keeper = await sessions.signIn(baseUrl, visitor(11));
  // A change of it afterwards would leave the proofs out of date.
  const budget = { name: 'Reads of the night', measure: 'RECORDS', limit: 5_000, window: 'DAY', per: 'AGENT' };
  await keeper.call('/budgets', { body: { ...budget, action: 'READ', onExceed: 'REVIEW' } });
  const rules = [
    { tools: 'Read', decide: false },
    { tools: 'Bash', action: 'WRITE_DATA', content: '/command' },
    { tools: 'mcp__crm__*', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' },
    { tools: 'mcp__crm__delete_*', action: 'DELETE_DATA', resource: 'clients' },
  ];
  await keeper.call('/tool-rules', { body: { name: 'Coders', agent: 'support-bot', resource: 'orders', rules } });
  const tools = [{ name: 'get_customer' }, { name: 'delete_customer' }];
  await keeper.call('/mcp-routes', { body: { name: 'crm', agent: 'support-bot', resource: 'customers', tools } });
  const outside = { name: 'Nothing leaves by itself', when: { destination: 'EXTERNAL' }, atLeast: 'REVIEW' };
  const made = await keeper.call<{ id: string; updatedAt: string }>('/guardrails', { body: { claim: outside } });
  const { id, updatedAt } = made.body;
  const claim = { ...outside, unless: { agentIds: [IDS.billingBot] } };
  await keeper.call(`/guardrails/${id}`, { method: 'PATCH', body: { updatedAt, claim } });
  const deletes = {
    name: 'No customer is deleted',
    when: { action: 'DELETE' },
    resource: 'CUSTOMER_PII',
    atLeast: 'BLOCK',
  };
  await keeper.call('/guardrails', { body: { claim: deletes, enforcing: true } });
}
