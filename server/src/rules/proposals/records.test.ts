// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: where an organization asks for two, no person alone lets more through by another record. A change that narrows never waits.
 */
import type { Proposal } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  [owner, admin] = await Promise.all([signIn(service.baseUrl, PEOPLE.owner), signIn(service.baseUrl, PEOPLE.admin)]);
});
afterAll(() => service.stop());

type Answered = Record<string, unknown> & { id: string; updatedAt: string };

const send = async (method: string, path: string, body: object = {}) =>
  await owner.call<Answered>(path, { method, body });
const made = async (path: string, body: object) => {
  const { status, body: answer } = await send('POST', path, body);
  expect([status, answer]).toEqual([201, expect.anything()]);
  return answer;
};
const read = async (path: string) => (await owner.call<Answered>(path)).body;
const narrows = async (method: string, path: string, body: object = {}) => {
  const { status, body: answer } = await send(method, path, body);
  expect([status, answer]).toEqual([expect.toSatisfy((code: number) => code < 300), answer]);
};

/** The change waits with these fields, and the same one waits once. */
async function waits(method: string, path: string, body: object, records: object[]): Promise<string> {
  const first = await send(method, path, body);
  expect([first.status, first.body]).toMatchObject([409, { error: 'needs_second_person' }]);
  const { id } = first.body.proposal as { id: string };
  expect((await send(method, path, body)).body.proposal).toMatchObject({ id });
  const { body: proposal } = await admin.call<Proposal>(`/proposals/${id}`);
  expect(proposal.looser).toMatchObject({ policies: null, settings: [], records });
  return id;
}

const accept = async (id: string) => {
  const { status, body } = await admin.call<Proposal>(`/proposals/${id}/accept`, { method: 'POST', body: {} });
  expect([status, body]).toMatchObject([200, { status: 'ACCEPTED' }]);
};

const switchTo = async (isOn: boolean) => {
  await readRows(service.database, `UPDATE svc.organizations SET loosen_needs_two = ${isOn}`);
  await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
};

let count = 0;
const name = () => `record-${++count}`;
beforeEach(async () => {
  await readRows(service.database, 'DELETE FROM svc.proposals');
  await switchTo(false);
});

const READ_PII = { action: 'READ', resource: 'CUSTOMER_PII' };

describe('an agent', () => {
  const openAgent = async (values: object = {}) => {
    const agent = await made('/agents', { name: name(), permissions: [READ_PII], ...values });
    await switchTo(true);
    return agent;
  };

  it('waits where it may do more, and is changed as it was asked for', async () => {
    const { id, name: called } = await openAgent();
    const permissions = [READ_PII, { action: 'EXPORT_DATA', resource: 'ANY' }];
    const of = { type: 'agent', name: called };
    const proposal = await waits('PATCH', `/agents/${id}`, { permissions, description: 'x' }, [
      { ...of, field: 'permissions', before: [READ_PII], after: permissions },
    ]);
    expect((await read(`/agents/${id}`)).permissions).toEqual([READ_PII]);
    await accept(proposal);
    expect(await read(`/agents/${id}`)).toMatchObject({ permissions, description: 'x' });
    await waits('PATCH', `/agents/${id}`, { permissions: null }, [{ ...of, field: 'permissions', after: null }]);
    const renamed = name();
    await waits('PATCH', `/agents/${id}`, { name: renamed }, [{ ...of, field: 'name', after: renamed }]);
  });

  it('does not wait where it may do less: fewer actions, or one resource of a class', async () => {
    const resource = await made('/resources', { name: name(), classification: 'CUSTOMER_PII' });
    const { id } = await openAgent();
    await narrows('PATCH', `/agents/${id}`, { permissions: [{ action: 'READ_DATA', resource: resource.name }] });
    await narrows('POST', `/agents/${id}/pause`);
    await narrows('PATCH', `/agents/${id}`, { permissions: [] });
    await narrows('POST', `/agents/${id}/resume`);
    await narrows('POST', '/agents', { name: name(), permissions: [] });
    await narrows('DELETE', `/agents/${id}`);
  });

  it('waits to be made with permissions, and to be resumed, with the reason', async () => {
    await switchTo(true);
    const called = name();
    const creation = { name: called, permissions: null };
    const proposal = await waits('POST', '/agents', creation, [{ type: 'agent', name: called, field: 'created' }]);
    await accept(proposal);
    const { id } = ((await owner.call<{ items: Answered[] }>(`/agents?q=${called}`)).body.items[0] ?? {}) as Answered;
    await narrows('POST', `/agents/${id}/pause`);
    const resumed = await waits('POST', `/agents/${id}/resume`, { reason: 'repaired' }, [
      { field: 'status', before: 'PAUSED', after: 'ACTIVE' },
    ]);
    expect((await admin.call<Proposal>(`/proposals/${resumed}`)).body.note).toBe('repaired');
    await waits('PATCH', `/agents/${id}`, { status: 'ACTIVE' }, [{ field: 'status' }]);
    await accept(resumed);
    expect(await read(`/agents/${id}`)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is compared anew when its permissions changed meanwhile', async () => {
    const { id } = await openAgent();
    const proposal = await waits('PATCH', `/agents/${id}`, { permissions: null }, [{ before: [READ_PII] }]);
    await narrows('PATCH', `/agents/${id}`, { permissions: [] });
    const refused = await admin.call<Answered>(`/proposals/${proposal}/accept`, { method: 'POST', body: {} });
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'conflict' }]);
    expect((await read(`/agents/${id}`)).permissions).toEqual([]);
    await accept(proposal);
    expect((await read(`/agents/${id}`)).permissions).toBeNull();
  });
});

describe('a resource', () => {
  it('waits with another class or name, and to be made where an agent reaches it', async () => {
    const { id, name: called } = await made('/resources', { name: name(), classification: 'CUSTOMER_PII' });
    await switchTo(true);
    await narrows('PATCH', `/resources/${id}`, { description: 'of all countries' });
    const of = { type: 'resource', name: called };
    const proposal = await waits('PATCH', `/resources/${id}`, { classification: 'PUBLIC' }, [
      { ...of, field: 'classification', before: 'CUSTOMER_PII', after: 'PUBLIC' },
    ]);
    await accept(proposal);
    expect(await read(`/resources/${id}`)).toMatchObject({ classification: 'PUBLIC' });
    await waits('PATCH', `/resources/${id}`, { name: name() }, [{ ...of, field: 'name' }]);
    // Deleted and made anew, it would have any class.
    await narrows('DELETE', `/resources/${id}`);
    const creation = { name: called, classification: 'PUBLIC' };
    await waits('POST', '/resources', creation, [{ ...of, field: 'created', after: { classification: 'PUBLIC' } }]);
  });

  it('does not wait where no agent reaches it', async () => {
    await readRows(
      service.database,
      `CREATE TABLE IF NOT EXISTS kept_agents AS SELECT id, permissions FROM svc.agents`,
    );
    await readRows(service.database, `UPDATE svc.agents SET permissions = '[{"action":"ANY","resource":"PUBLIC"}]'`);
    await switchTo(true);
    const { id } = await made('/resources', { name: name(), classification: 'EMPLOYEE' });
    await narrows('PATCH', `/resources/${id}`, { classification: 'FINANCIAL' });
    await waits('PATCH', `/resources/${id}`, { classification: 'PUBLIC' }, [{ field: 'classification' }]);
    const restore = 'UPDATE svc.agents a SET permissions = k.permissions FROM kept_agents k WHERE k.id = a.id';
    await readRows(service.database, restore);
    await readRows(service.database, 'DROP TABLE kept_agents');
  });
});

describe('a claim', () => {
  const claim = { name: 'No exports', atLeast: 'REVIEW', when: { action: 'EXPORT_DATA' } };

  it('waits where an enforcing one refuses less, is deleted, or comes back weaker', async () => {
    const path = `/guardrails/${(await made('/guardrails', { claim, enforcing: false })).id}`;
    const seen = async (change: object) => ({ updatedAt: (await read(path)).updatedAt, ...change });
    await narrows('PATCH', path, await seen({ enforcing: true }));
    await switchTo(true);
    await narrows('PATCH', path, await seen({ claim: { ...claim, atLeast: 'BLOCK' } }));
    const of = { type: 'guardrail', name: claim.name };
    await waits('PATCH', path, await seen({ claim }), [{ ...of, field: 'claim' }]);
    await waits('DELETE', path, {}, [{ ...of, field: 'deleted' }]);
    await waits('POST', `${path}/restore`, { number: 1 }, [{ ...of, field: 'enforcing' }]);
    const proposal = await waits('PATCH', path, await seen({ enforcing: false }), [
      { ...of, field: 'enforcing', before: true, after: false },
    ]);
    await accept(proposal);
    expect(await read(path)).toMatchObject({ enforcing: false, claim: { atLeast: 'BLOCK' } });
    await narrows('PATCH', path, await seen({ claim }));
    await narrows('DELETE', path);
  });
});

describe('a route', () => {
  it('waits to be made, and where it lets through other calls or scans them no longer', async () => {
    await switchTo(true);
    const called = name();
    const creation = { name: called, baseUrl: 'https://api.example.com/v1', methods: ['GET'], scanBody: true };
    await accept(await waits('POST', '/http-routes', creation, [{ type: 'http_route', field: 'created' }]));
    const { body } = await owner.call<{ items: Answered[] }>(`/http-routes?q=${called}`);
    const path = `/http-routes/${body.items[0]?.id}`;
    await narrows('PATCH', path, { actions: ['READ_DATA'] });
    await accept(await waits('PATCH', path, { scanBody: false }, [{ field: 'scanBody', before: true, after: false }]));
    expect(await read(path)).toMatchObject({ scanBody: false, methods: ['GET'], actions: ['READ_DATA'] });
    await waits('PATCH', path, { methods: ['GET', 'POST'] }, [{ field: 'methods' }]);
    await waits('PATCH', path, { actions: null }, [{ field: 'actions', after: null }]);
    const mcp = { name: name(), scanBody: true };
    await accept(await waits('POST', '/mcp-routes', mcp, [{ type: 'mcp_route', field: 'created' }]));
  });
});

describe('the roles that reviews pass to', () => {
  const escalation = { afterPercent: 50, roles: ['ADMIN'], chatIntegrationId: null, incidentIntegrationId: null };
  const change = (value: object | null) => send('PATCH', '/notifications', { escalation: value });

  it('wait where an owner adds one or passes sooner, and not where it ends', async () => {
    await switchTo(true);
    const { status, body } = await change(escalation);
    expect([status, body]).toMatchObject([409, { error: 'needs_second_person' }]);
    await accept((body.proposal as { id: string }).id);
    expect((await read('/notifications')).escalation).toEqual(escalation);
    expect((await change({ ...escalation, afterPercent: 75 })).status).toBe(200);
    expect((await change({ ...escalation, afterPercent: 25 })).status).toBe(409);
    expect((await change({ ...escalation, roles: ['OWNER', 'ADMIN'] })).status).toBe(409);
    expect((await change(null)).status).toBe(200);
  });
});

it('waits with another time zone, which moves the business hours', async () => {
  await switchTo(true);
  const { status, body } = await send('PATCH', '/organization', { timeZone: 'Asia/Tokyo' });
  expect([status, body]).toMatchObject([409, { error: 'needs_second_person' }]);
});
