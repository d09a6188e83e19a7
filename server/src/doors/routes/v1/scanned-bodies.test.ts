// SPDX-License-Identifier: Apache-2.0
/** A route with `scanBody` has bodies and arguments scanned as content is; without it nothing but content is scanned. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, callMcp, ROUTES } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

const CPF = '529.982.247-25';
const CARD = '4111 1111 1111 1111';

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.end('done'));
  const plain = acmeWithRoutes(upstream);
  const provisioning = plain
    .replace('name: plain,', 'name: plain, scanBody: true,')
    .replace('name: crm-tools,', 'name: crm-tools, scanBody: true,');
  service = await openOrganization({ provisioning: () => provisioning });
  const policies = [
    { name: 'Block cards', action: 'WRITE', decision: 'BLOCK', condition: { dlpTypes: ['CREDIT_CARD'] } },
    { name: 'Review data', action: 'DELETE', decision: 'REVIEW', condition: { containsSensitiveData: true } },
  ];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
afterEach(() => {
  upstream.requests.length = 0;
});

const send = (body: unknown, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  callHttp(
    service.baseUrl,
    { routeId: ROUTES.plain, path: '/x', method: 'POST', action: 'WRITE_DATA', body, ...more },
    { headers },
  );
const decide = (args: unknown, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  callMcp(service.baseUrl, { routeId: ROUTES.tools, tool: 'update_order', arguments: args, ...more }, { headers });

describe('the HTTP gateway', () => {
  it.each<[string, unknown]>([
    ['a text', `o CPF dela é ${CPF}`],
    ['a member', { customer: { cpf: CPF } }],
    ['a number under its key', { cpf: 52998224725 }],
    ['an item of a list', { cpf: ['nenhum', CPF] }],
    ['a key', { [`CPF ${CPF}`]: true }],
    ['escapes', { cpf: CPF, note: '\u0000\ud800' }],
  ])('finds what stands in %s, and forwards it as it was written', async (_, body) => {
    const { status, body: answer } = await send(body);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ decision: 'ALLOW', dlpFindings: ['CPF'], lgpdCategories: ['IDENTIFICATION'] });
    expect(upstream.requests.map(({ body: sent }) => sent)).toEqual([JSON.stringify(body)]);
  });

  it('adds the findings to those of content, in one order, and to the risk', async () => {
    const { body: bare } = await send({ a: 1 });
    const { body } = await send({ cpf: CPF }, { content: 'escreva a ana@exemplo.com.br' });
    expect(body.dlpFindings).toEqual(['CPF', 'EMAIL']);
    expect(body.riskScore).toBe(bare.riskScore + 10);
  });

  it('sees no finding that begins in the content and ends in the body', async () => {
    const { body } = await send(['247-25'], { content: 'CPF 529.982.' });
    expect(body.dlpFindings).toEqual([]);
  });

  it('lets policies decide about it: blocked, and not forwarded', async () => {
    const { body } = await send({ card: CARD });
    expect(body).toMatchObject({ decision: 'BLOCK', policy: { name: 'Block cards' } });
    const review = await send({ cpf: CPF }, { action: 'DELETE_DATA' });
    expect(review.body).toMatchObject({ decision: 'REVIEW', policy: { name: 'Review data' } });
    expect(upstream.requests).toEqual([]);
  });

  it('replays the decision with its findings, and takes another body for another request', async () => {
    const headers = { 'idempotency-key': 'scan-1' };
    const first = await send({ cpf: CPF }, {}, headers);
    const again = await send({ cpf: CPF }, {}, headers);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toMatchObject({ id: first.body.id, dlpFindings: ['CPF'] });
    expect(upstream.requests).toHaveLength(1);
    expect((await send({ cpf: '1' }, {}, headers)).body.error).toBe('idempotency_key_reused');
  });

  it('refuses more than the scan takes, with what to do; forwards and records nothing', async () => {
    const count = async () => (await readRows(service.database, 'SELECT FROM svc.events')).length;
    const before = await count();
    const { status, body } = await send({ text: 'x'.repeat(100_001) }, {}, { 'idempotency-key': 'scan-2' });
    expect(status).toBe(400);
    expect(body.fields?.body).toMatch(/more than 100,000 characters .* several calls/);
    expect(await count()).toBe(before);
    expect(upstream.requests).toEqual([]);
  });

  it('scans nothing but content on a route without it, and without a route', async () => {
    for (const routeId of [ROUTES.away, undefined]) {
      const { status, body } = await send({ cpf: CPF, text: 'x'.repeat(100_001) }, { routeId });
      expect([status, body.dlpFindings]).toEqual([200, []]);
    }
  });
});

describe('the MCP gateway', () => {
  it('finds what stands in arguments, and lets policies decide about it', async () => {
    expect((await decide({ customer: { cpf: CPF } })).body).toMatchObject({ dlpFindings: ['CPF'] });
    const { body } = await decide({ payment: [{ card: CARD }] });
    expect(body).toMatchObject({ decision: 'BLOCK', gateway: { allowed: false, mappedAction: 'WRITE_DATA' } });
    expect((await decide(undefined)).body.dlpFindings).toEqual([]);
  });

  it('replays the decision with its findings', async () => {
    const headers = { 'idempotency-key': 'scan-3' };
    const first = await decide({ cpf: CPF }, {}, headers);
    const again = await decide({ cpf: CPF }, {}, headers);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toMatchObject({ id: first.body.id, dlpFindings: ['CPF'] });
    expect((await decide({ cpf: 1 }, {}, headers)).body.error).toBe('idempotency_key_reused');
  });

  it('refuses more than the scan takes, and scans nothing on a route without it', async () => {
    const args = { cpf: CPF, text: 'x'.repeat(100_001) };
    expect((await decide(args)).body.fields?.arguments).toMatch(/several calls/);
    const subject = { agent: 'billing-bot', resource: 'orders' };
    for (const routeId of [ROUTES.bare, undefined]) {
      expect((await decide(args, { ...subject, routeId })).body).toMatchObject({ dlpFindings: [] });
    }
  });
});

it('is a setting of the route, which takes effect at once and stands in the audit', async () => {
  const entries = await readAuditEntries(service.database, ACME);
  const made = entries.filter(({ kind }) => kind === 'http_route.created' || kind === 'mcp_route.created');
  expect(made.filter(({ metadata }) => (metadata.after as { scanBody: boolean }).scanBody)).toHaveLength(2);
  await service.provision(acmeWithRoutes(upstream).replace('name: plain,', 'name: plain, scanBody: false,'));
  expect((await send({ cpf: CPF })).body.dlpFindings).toEqual([]);
});

it('keeps nothing of what it scans', async () => {
  const marker = 'MARKER-5ca11ed';
  await send({ [marker]: `${marker} ${CPF}` }, {}, { 'idempotency-key': 'scan-4' });
  await decide({ [marker]: marker });
  for (const table of ['events', 'audit_entries', 'idempotency_records']) {
    const rows = await readRows(service.database, `SELECT t::text AS row FROM svc.${table} t`);
    expect(JSON.stringify(rows)).not.toContain(marker);
  }
  expect(service.logged()).not.toContain(marker);
});
