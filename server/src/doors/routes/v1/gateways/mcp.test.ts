// SPDX-License-Identifier: Apache-2.0
/** POST /v1/gateway/mcp decides a tool call by the tool's name, and neither reads nor keeps its arguments. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, BOUND_KEY, IDS, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithRoutes, callMcp, ROUTES } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.end());
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
});
afterAll(async () => {
  expect(upstream.connections()).toBe(0);
  await service.stop();
  await upstream.stop();
});

const send = (body: Record<string, unknown>, options = {}) => callMcp(service.baseUrl, body, options);
const WHO = { agent: 'billing-bot', resource: 'orders' };

it.each([
  ['get_orders', 'READ_DATA'],
  ['crm.updateContact', 'WRITE_DATA'],
  ['bulk-delete', 'DELETE_DATA'],
  ['download_report', 'EXPORT_DATA'],
  ['sendMessage', 'SEND_EMAIL'],
  ['frobnicate', 'WRITE_DATA'],
])('decides %s as %s', async (tool, mappedAction) => {
  const { status, body } = await send({ ...WHO, tool });
  expect(status).toBe(200);
  expect(body.gateway).toEqual({
    protocol: 'MCP',
    routeId: null,
    tool,
    mappedAction,
    allowed: body.finalDecision === 'ALLOW',
  });
  const [row] = await readRows(service.database, `SELECT action FROM svc.events WHERE id = $1`, [body.id]);
  expect(row).toEqual({ action: mappedAction });
});

it('allows after an ALLOW and nothing else', async () => {
  expect((await send({ ...WHO, tool: 'get_x' })).body.gateway.allowed).toBe(true);
  const blocked = await send({ agent: 'billing-bot', resource: 'customers', tool: 'delete_x' });
  expect(blocked.body).toMatchObject({ decision: 'BLOCK', gateway: { allowed: false } });
  const review = { agent: 'billing-bot', resource: 'customers', tool: 'export_x', destination: 'EXTERNAL_API' };
  const reviewed = await send(review);
  expect(reviewed.body).toMatchObject({ decision: 'REVIEW', gateway: { allowed: false } });
});

it('takes agent and resource from the route; the body and the binding of the key go before it', async () => {
  const agentOf = async (id: string) =>
    (await readRows(service.database, `SELECT agent_id, resource_id FROM svc.events WHERE id = $1`, [id]))[0];
  const byRoute = await send({ routeId: ROUTES.tools.toUpperCase(), tool: 'get_x' });
  expect(byRoute.body.gateway.routeId).toBe(ROUTES.tools);
  expect(await agentOf(byRoute.body.id)).toEqual({ agent_id: IDS.billingBot, resource_id: IDS.orders });
  const byBody = await send({ routeId: ROUTES.tools, tool: 'get_x', agent: 'support-bot', resourceId: IDS.priceList });
  expect(await agentOf(byBody.body.id)).toEqual({ agent_id: IDS.supportBot, resource_id: IDS.priceList });
  const byKey = await send({ routeId: ROUTES.bare, tool: 'get_x', resource: 'orders' }, { key: BOUND_KEY });
  expect(await agentOf(byKey.body.id)).toEqual({ agent_id: IDS.billingBot, resource_id: IDS.orders });
});

it('replays one decision for a key, and says whether it is allowed now', async () => {
  const headers = { 'idempotency-key': 'mcp-1' };
  const review = { agent: 'billing-bot', resource: 'customers', tool: 'export_x', destination: 'EXTERNAL_API' };
  const first = await send({ ...review, arguments: { a: 1 } }, { headers });
  await readRows(
    service.database,
    `UPDATE svc.reviews SET status = 'APPROVED', decided_at = now() WHERE event_id = $1`,
    [first.body.id],
  );
  const again = await send({ ...review, arguments: { a: 1 } }, { headers });
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(again.body).toMatchObject({ id: first.body.id, finalDecision: 'ALLOW', gateway: { allowed: true } });
  expect((await send({ ...review, arguments: { a: 2 } }, { headers })).status).toBe(400);
});

it('compares arguments digit for digit, also what the language takes for infinite', async () => {
  const withArguments = (id: string) =>
    send(
      {},
      {
        body: undefined,
        raw: `{"agent":"billing-bot","resource":"orders","tool":"get_x","arguments":{"id":${id}}}`,
        headers: { 'idempotency-key': 'mcp-digits' },
      },
    );
  expect((await withArguments('12345678901234567890')).status).toBe(200);
  expect((await withArguments('12345678901234567890')).headers.get('idempotent-replay')).toBe('true');
  for (const other of ['12345678901234567891', '"12345678901234567890"', '1e400']) {
    expect(await withArguments(other)).toMatchObject({ status: 400, body: { error: 'idempotency_key_reused' } });
  }
});

it('is in the log with its protocol, and its entry names the tool; arguments are nowhere', async () => {
  const planted = 'planted-arg-51c7';
  const { body } = await send({ routeId: ROUTES.tools, tool: 'get_x', arguments: { cpf: planted } }, { key: TEST_KEY });
  expect(body.sandbox).toBe(true);
  const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === body.id);
  expect(entries.map(({ kind }) => kind)).toEqual(['decision.recorded']);
  expect(entries[0]?.metadata.gateway).toEqual({ method: null, protocol: 'MCP', routeId: ROUTES.tools, tool: 'get_x' });
  const [row] = await readRows(service.database, `SELECT * FROM svc.events WHERE id = $1`, [body.id]);
  expect(row).toMatchObject({
    sandbox: true,
    gateway_call: { protocol: 'MCP', tool: 'get_x', method: null },
  });
  expect(JSON.stringify([row, entries])).not.toContain(planted);
  expect(service.logged()).not.toContain(planted);
});

it('does not scan arguments: what is not looked at is not found', async () => {
  const { body } = await send({ ...WHO, tool: 'get_x', arguments: { text: 'cpf 529.982.247-25' } });
  expect(body.dlpFindings).toEqual([]);
  expect((await send({ ...WHO, tool: 'get_x', content: 'cpf 529.982.247-25' })).body.dlpFindings).toEqual(['CPF']);
});
