// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the public routes answer without a key, and reveal no organization. */
import { DLP_TYPES, ERRORS, openApiDocument, PLANS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const get = <Body>(path: string) => call<Body>(service.baseUrl, path, { key: null });

it('GET /health says that it is ready, with versions and the latency of the database', async () => {
  const { status, body } = await get<Record<string, unknown>>('/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ready: true, status: 'ok', apiVersion: 'v1', db: 'up' });
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(body.dbLatencyMs).toBeGreaterThan(0);
  expect(body.uptimeSec).toBeGreaterThanOrEqual(0);
  expect(body.timestamp).toMatch(/Z$/);
});

it('GET /public/plans lists the four plans without prices', async () => {
  const { body } = await get<{ plans: Record<string, unknown>[] }>('/public/plans');
  expect(body.plans.map(({ name }) => name)).toEqual([...PLANS]);
  expect(body.plans[0]).toEqual({ name: 'DEVELOPER', agents: 2, eventsPerMonth: 10_000, retentionDays: 7 });
  expect(body.plans[3]).toEqual({ name: 'ENTERPRISE', agents: null, eventsPerMonth: null, retentionDays: null });
});

it('GET /public/dlp-types describes every type', async () => {
  const { body } = await get<{ types: Record<string, unknown>[] }>('/public/dlp-types');
  expect(body.types.map(({ type }) => type)).toEqual([...DLP_TYPES]);
  for (const one of body.types) {
    expect(Object.keys(one).sort()).toEqual(['category', 'detection', 'personalData', 'sensitive', 'type']);
    expect(String(one.detection).length).toBeGreaterThan(20);
  }
  expect(body.types.find(({ type }) => type === 'HEALTH_DATA')).toMatchObject({ category: 'HEALTH', sensitive: true });
});

it('GET /public/config says which parts this deployment has', async () => {
  const { body } = await get('/public/config');
  expect(body).toMatchObject({
    demoEnabled: false,
    emailConfigured: true,
    planChangeEnabled: false,
    billingEnabled: false,
  });
});

it('GET /openapi.json is the contract, for the address of this deployment', async () => {
  const { body } = await get('/openapi.json');
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(service.baseUrl))));
});

it('GET /changelog is the changelog of the build', async () => {
  const response = await fetch(`${service.baseUrl}/changelog`);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/^# Changelog/);
});

describe('POST /public/contact', () => {
  const contact = { name: 'Ana', email: 'ana@once.example', company: 'Example', message: 'Please call.' };
  const send = (body: unknown, forwarded?: string) =>
    call<Record<string, unknown>>(service.baseUrl, '/public/contact', {
      key: null,
      body,
      ...(forwarded && { headers: { 'x-forwarded-for': forwarded } }),
    });

  it('stores the message, five an hour from one address, whatever the caller claims to be', async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      const { status, body } = await send(contact, `198.51.100.${sent}`);
      expect(status).toBe(202);
      expect(body).toEqual({ received: true });
    }
    const refused = await send(contact, '198.51.100.99');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const leads = await readRows(
      service.database,
      'SELECT name, email, company, message FROM svc.leads WHERE email = $1',
      [contact.email],
    );
    expect(leads).toEqual(Array.from({ length: 5 }, () => contact));
  });

  it.each([
    [{ ...contact, email: 'nobody' }, 'email'],
    [{ ...contact, name: '' }, 'name'],
    [{ ...contact, message: 'x'.repeat(4_001) }, 'message'],
    [{ name: 'Ana', email: 'ana@example.com' }, 'message'],
    [{ ...contact, phone: '1' }, 'phone'],
  ])('refuses %o', async (body, field) => {
    const answer = await send(body);
    expect(answer.status).toBe(ERRORS.validation_error.status);
    expect(Object.keys((answer.body.fields as object) ?? {})).toContain(field);
  });
});
