// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a key is refused for all that it was not made for, on every route of the table and by every tool. A change
 * of its permissions holds from the next request on.
 */
import { KEY_PERMISSIONS, type KeyedOperationId, type KeyPermission, OPERATIONS, type Operation } from '@svc/contract';
import { MCP_TOOL_NAMES, MCP_TOOLS } from '@svc/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectAssistant } from '#harness/mcp';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, call, PLAIN_ACTION } from '#harness/service';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createApiKey, updateApiKey } from '../../../registry/api-keys/index.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';

let stage: RegistryStage;
/** A key for each permission, and one for each without it. */
const only = {} as Record<KeyPermission, string>;
const allBut = {} as Record<KeyPermission, string>;
const create = async (name: string, permissions?: KeyPermission[]) =>
  await createApiKey(stage.pool, stage.owner, { name, kind: 'LIVE', ...(permissions && { permissions }) });
beforeAll(async () => {
  stage = await startRegistryStage(acme);
  for (const one of KEY_PERMISSIONS) {
    only[one] = (await create(`only ${one}`, [one])).key;
    const others = KEY_PERMISSIONS.filter((other) => other !== one);
    allBut[one] = (await create(`all but ${one}`, others)).key;
  }
});
afterAll(() => stage.stop());

const keyed = Object.entries<Operation>(OPERATIONS).flatMap(([id, operation]) =>
  operation.permission === null ? [] : [[id as KeyedOperationId, { ...operation, permission: operation.permission }]],
) as [KeyedOperationId, Operation & { permission: KeyPermission }][];

/** The secrets of a session in the place of a key. */
const bearingAny = (cookies: ReadonlyMap<string, string>) =>
  [...cookies.values()].map((value) => ({ authorization: `Bearer ${value}` }));

const SENTENCES: Readonly<Record<KeyPermission, string>> = {
  decide: 'This API key lacks the permission `decide`.',
  read: 'This API key lacks the permission `read`.',
  test: 'This API key lacks the permission `test`.',
  apply: 'policies:apply requires an org-wide LIVE key',
};

describe('every operation of the table', () => {
  it('needs its key: the session of an owner is none', async () => {
    const { baseUrl } = stage.service;
    const { cookies } = await signIn(baseUrl, PEOPLE.owner);
    const session = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const taken: unknown[] = [];
    for (const [id, { method, path }] of keyed) {
      for (const proof of [{}, { origin: baseUrl, 'sec-fetch-site': 'same-origin' }, ...bearingAny(cookies)]) {
        const headers = { cookie: session, ...proof };
        const { status } = await call(baseUrl, path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), { key: null, method, headers });
        if (status !== 401) taken.push({ id, proof, status });
      }
    }
    expect(taken).toEqual([]);
  });

  it('needs a key with a permission under /v1, and none elsewhere; a GET asks to read', () => {
    for (const { path, method, permission } of Object.values<Operation>(OPERATIONS)) {
      expect(permission !== null, path).toBe(path.startsWith('/v1/'));
      if (permission !== null && method === 'GET') expect(permission, path).toBe('read');
    }
    expect(OPERATIONS.applyPolicies.permission).toBe('apply');
    for (const id of ['decideEvent', 'forwardHttpCall', 'decideMcpCall'] as const) {
      expect(OPERATIONS[id].permission).toBe('decide');
    }
  });

  it.each(keyed)('%s, before its body is read', async (_id, { method, path, permission }) => {
    const url = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    const send = (key: string) =>
      call(stage.service.baseUrl, url, { key, method, ...(method === 'POST' && { raw: 'no JSON' }) });
    const refused = await send(allBut[permission]);
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'forbidden', message: SENTENCES[permission] }]);
    expect([200, 400, 404]).toContain((await send(only[permission])).status);
  });
});

it.each(MCP_TOOL_NAMES)('the tool %s asks what its operation asks', async (name) => {
  const { permission } = OPERATIONS[MCP_TOOLS[name].operation];
  for (const [key, isAllowed] of [
    [allBut[permission], false],
    [only[permission], true],
  ] as const) {
    const assistant = await connectAssistant(stage.service.baseUrl, { key });
    const { isError, meta } = await callTool(assistant, name, {});
    const refused = { error: 'forbidden', message: SENTENCES[permission] };
    if (isAllowed) expect(meta?.['svc/error']).not.toMatchObject(refused);
    else expect([isError, meta?.['svc/error']]).toMatchObject([true, refused]);
    await assistant.close();
  }
});

it('a key of which nothing else was said does not change policies', async () => {
  const { key, permissions } = await create('plain');
  expect(permissions).toEqual(['decide', 'read', 'test']);
  const applied = await call(stage.service.baseUrl, '/v1/policies/apply', {
    key,
    body: { policies: [], dryRun: true },
  });
  expect(applied.status).toBe(403);
});

it('a change of the permissions holds at once', async () => {
  const { id, key } = await create('changing');
  const decide = async () => (await call(stage.service.baseUrl, '/v1/events', { key, body: PLAIN_ACTION })).status;
  const owner = { ...stage.owner, isRecent: false };
  expect(await decide()).toBe(200);
  await updateApiKey(stage.pool, owner, id, { permissions: ['read'] });
  expect(await decide()).toBe(403);
  await updateApiKey(stage.pool, { ...owner, isRecent: true }, id, { permissions: ['decide', 'read'] });
  expect(await decide()).toBe(200);
});
