// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a directory's token opens its own organization alone, until its end, and each fault is told as SCIM has it. */
import type { CreatedScimToken, ScimState } from '@svc/contract';
import { SCIM_BODY_BYTES_MAX } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProvisioned, type ProvisionedCompany, patch, scimOf } from '#harness/scim';
import { LIVE_KEY, openOrganization, otherProcess, PEOPLE, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, signIn } from '#harness/service/sessions.ts';

let company: ProvisionedCompany;
let other: TestService;
beforeAll(async () => {
  company = await openProvisioned(await openOrganization({ provisioning: acmeWithPeople }));
  other = await otherProcess(company.service);
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const state = async () => (await company.owner.call<ScimState>('/scim')).body;

describe('a token', () => {
  it('is shown once, kept as its hash, and seen in use', async () => {
    const { token, ...made } = await company.newToken();
    expect(token).toMatch(/^scim_[\w-]{43}$/);
    const listed = (await state()).tokens.find(({ id }) => id === made.id);
    expect(listed).toEqual({ ...made, lastUsedAt: null });
    expect(token.startsWith(made.prefix)).toBe(true);
    const kept = await readRows(company.service.database, `SELECT * FROM svc.scim_tokens WHERE id = '${made.id}'`);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await scimOf(other.baseUrl, token)('/Users')).status).toBe(200);
    expect((await state()).tokens.find(({ id }) => id === made.id)?.lastUsedAt).not.toBeNull();
    const third = await company.owner.call('/scim/tokens', { body: { days: 1 } });
    expect([third.status, third.body.error]).toEqual([409, 'conflict']);
    expect((await company.owner.call(`/scim/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await scimOf(other.baseUrl, token)('/Users')).status).toBe(401);
    expect((await company.owner.call(`/scim/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('is asked for in each request, in one form', async () => {
    for (const token of [null, 'scim_x', LIVE_KEY, `scim_${'a'.repeat(43)}`, 'a b']) {
      const { status, body, headers } = await company.scim('/Users', { token });
      expect([status, body]).toEqual([401, { schemas: [ERROR], status: '401', detail: body.detail }]);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="svc"');
    }
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/Bulk']) {
      expect((await company.scim(path, { token: null })).status).toBe(401);
    }
  });

  it('is made by owners alone', async () => {
    const admin = await signIn(company.service.baseUrl, PEOPLE.admin);
    expect((await admin.call('/scim/tokens', { body: { days: 1 } })).status).toBe(403);
    for (const days of [0, 731, 1.5, '1', null]) {
      expect((await company.owner.call('/scim/tokens', { body: { days } })).status).toBe(400);
    }
  });
});

it('one organization sees and changes nothing of another', async () => {
  const { id } = await company.provision('own');
  const group = (await company.scim('/Groups', { body: { displayName: 'Own' } })).body.id;
  const stranger = await signIn(company.service.baseUrl, PEOPLE.stranger);
  const { body } = await stranger.call<CreatedScimToken>('/scim/tokens', { body: { days: 1 } });
  const foreign = scimOf(company.service.baseUrl, body.token);
  expect((await foreign('/Users')).body).toMatchObject({ totalResults: 0 });
  expect((await foreign('/Groups')).body).toMatchObject({ totalResults: 0 });
  for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
    for (const options of [
      {},
      { method: 'DELETE' },
      patch({ op: 'replace', path: 'displayName', value: 'x' }),
      { method: 'PUT', body: { userName: PEOPLE.stranger, displayName: 'x' } },
    ]) {
      expect((await foreign(path, options)).status).toBe(404);
    }
  }
  const member = await foreign('/Groups', { body: { displayName: 'Theirs', members: [{ value: id }] } });
  expect([member.status, member.body.scimType]).toEqual([400, 'invalidValue']);
});

describe('a body', () => {
  it('is JSON of either type, within its bounds', async () => {
    const send = async (options: object) => {
      const { status, body } = await company.scim('/Users', { method: 'POST', ...options });
      return [status, body.scimType];
    };
    const ok = JSON.stringify({ userName: `json@${company.domain}` });
    expect(await send({ text: ok, type: 'application/json' })).toEqual([201, undefined]);
    expect(await send({ text: ok, type: 'application/scim+json; charset=utf-8' })).toEqual([409, 'uniqueness']);
    expect((await send({ text: ok, type: 'text/plain' }))[0]).toBe(400);
    for (const text of ['', '{', '[]', '7', 'null', '{"userName":"a","userName":"b"}', '{"userName":"\\u0000"}']) {
      expect((await send({ text }))[0]).toBe(400);
    }
    expect((await send({ text: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` }))[0]).toBe(400);
    expect((await send({ text: `{"a":"${'x'.repeat(SCIM_BODY_BYTES_MAX)}"}` }))[0]).toBe(413);
  });
});

describe('an address', () => {
  it('that is not served, or not supported, is told so', async () => {
    const statusOf = async (path: string, method = 'GET') => (await company.scim(path, { method })).status;
    expect(await statusOf('/Nothing')).toBe(404);
    expect(await statusOf('/Users/no-id')).toBe(404);
    expect(await statusOf('/Schemas/none')).toBe(404);
    expect(await statusOf('/ServiceProviderConfig?filter=a')).toBe(403);
    expect(await statusOf('/Schemas', 'DELETE')).toBe(405);
    expect(await statusOf('/Users', 'DELETE')).toBe(405);
    for (const path of ['/Bulk', '/.search', '/Users/.search', '/Me']) expect(await statusOf(path)).toBe(501);
    const { body } = await company.scim('/ServiceProviderConfig');
    const supported = Object.entries(body).flatMap(([name, one]) =>
      typeof one === 'object' && one !== null && 'supported' in one ? [[name, one.supported]] : [],
    );
    expect(Object.fromEntries(supported)).toEqual({
      ...{ patch: true, filter: true },
      ...{ bulk: false, sort: false, etag: false, changePassword: false },
    });
  });
});

describe('a list', () => {
  it('has pages, and the attributes that are asked for', async () => {
    await Promise.all(['la', 'lb', 'lc'].map((name) => company.provision(name, { displayName: `List ${name}` })));
    const list = async (query: string) => (await company.scim(`/Users?${query}`)).body;
    const filter = `filter=${encodeURIComponent('displayName sw "list"')}`;
    expect(await list(`${filter}&startIndex=2&count=1`)).toMatchObject({
      ...{ totalResults: 3, startIndex: 2, itemsPerPage: 1 },
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    });
    expect(await list(`${filter}&startIndex=-5&count=-1`)).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      Resources: [],
    });
    const [shown] = (await list(`${filter}&attributes=userName,emails.value`)).Resources;
    expect(Object.keys(shown).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName']);
    expect(Object.keys(shown.emails[0])).toEqual(['value']);
    const [others] = (await list(`${filter}&excludedAttributes=emails,meta`)).Resources;
    expect(Object.keys(others)).not.toContain('emails');
    for (const query of ['count=x', 'startIndex=1e3', 'filter=a&filter=b', 'attributes=id&excludedAttributes=name']) {
      expect((await list(query)).scimType).toBe('invalidValue');
    }
    expect((await list(`filter=${encodeURIComponent('userName eq')}`)).scimType).toBe('invalidFilter');
  });
});

describe('the end of a token', () => {
  it('comes with its days', async () => {
    const { body } = await company.owner.call<CreatedScimToken>('/scim/tokens', { body: { days: 1 } });
    const call = scimOf(company.service.baseUrl, body.token);
    expect((await call('/Users')).status).toBe(200);
    company.service.clock.move('25h');
    expect((await call('/Users')).status).toBe(401);
    expect((await company.scim('/Users')).status).toBe(200);
  });
});
