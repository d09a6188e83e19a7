// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a key is shown once, works at once, and is over the moment that it is revoked. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, call, IDS, PLAIN_ACTION } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createApiKey, revokeApiKey, rotateApiKey, updateApiKey } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createApiKey>[2]) => createApiKey(stage.pool, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateApiKey>[3]) =>
  updateApiKey(stage.pool, { ...stage.owner, isRecent: false }, id, change);
const decide = (key: string) => call(stage.service.baseUrl, '/v1/events', { key, body: PLAIN_ACTION });

it('works once it is made, is nowhere in clear, and ends with its revocation', async () => {
  const made = await create({ name: 'new', kind: 'LIVE' });
  expect(made.key).toMatch(/^key_live_[0-9A-Za-z]{43}$/);
  expect((await decide(made.key)).status).toBe(200);
  const entry = (await stage.entries()).find(({ kind, subject }) => kind === 'key.created' && subject.id === made.id);
  expect(entry?.metadata).toEqual({
    name: 'new',
    kind: 'LIVE',
    keyPrefix: made.key.slice(0, 16),
    after: {
      name: 'new',
      kind: 'LIVE',
      agentId: null,
      permissions: ['decide', 'read', 'test'],
      allowedIps: null,
      expiresAt: null,
    },
    source: 'app',
    actorRole: expect.stringMatching(/^(?:OWNER|ADMIN)$/),
  });
  const rows = await readRows(stage.service.database, 'SELECT to_jsonb(k)::text AS row FROM svc.api_keys k');
  expect(JSON.stringify([rows, await stage.entries()]) + stage.service.logged()).not.toContain(made.key);
  const revoked = await stage.entriesOf(() => revokeApiKey(stage.pool, stage.owner, made.id));
  expect(revoked).toMatchObject([{ kind: 'key.revoked', metadata: { before: { name: 'new' } } }]);
  expect((await decide(made.key)).status).toBe(401);
  await expect(revokeApiKey(stage.pool, stage.owner, made.id)).rejects.toMatchObject({ code: 'conflict' });
  const again = await create({ name: 'new', kind: 'LIVE' });
  expect(again.key).not.toBe(made.key);
  expect((await decide(made.key)).status).toBe(401);
});

it('is bound to the agent that is named, by name or by id', async () => {
  const { key, agent } = await create({ name: 'for-support', kind: 'TEST', agent: 'support-bot' });
  expect(key).toMatch(/^key_test_/);
  expect(agent).toEqual({ id: IDS.supportBot, name: 'support-bot' });
  const body = { ...PLAIN_ACTION, agent: 'reader-bot' };
  expect((await call(stage.service.baseUrl, '/v1/events', { key, body })).status).toBe(403);
  expect((await create({ name: 'by-id', kind: 'TEST', agent: IDS.readerBot })).agent?.id).toBe(IDS.readerBot);
  await expect(create({ name: 'x', kind: 'LIVE', agent: 'no-such-agent' })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { agent: expect.any(String) },
  });
});

it('changes its name and its terms, and never the rest', async () => {
  const { id, key } = await create({ name: 'new', kind: 'LIVE' });
  const change = { name: 'office', allowedIps: ['10.0.0.0/8'], expiresAt: '2031-01-01T01:00:00+01:00' };
  await expect(update(id, change)).rejects.toMatchObject({ code: 'conflict' });
  expect(await stage.entriesOf(() => update(id, { ...change, name: 'newer' }))).toMatchObject([
    {
      kind: 'key.updated',
      metadata: {
        changedFields: ['name', 'allowedIps', 'expiresAt'],
        before: { name: 'new', allowedIps: null, expiresAt: null },
        after: { name: 'newer', allowedIps: ['10.0.0.0/8'], expiresAt: '2031-01-01T00:00:00.000Z' },
      },
    },
  ]);
  expect((await decide(key)).status).toBe(403);
  await update(id, { allowedIps: null, expiresAt: '2020-01-01T00:00:00Z' });
  expect((await decide(key)).status).toBe(401);
  await expect(update(IDS.customers, { name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
});

it('keeps its permissions when it is replaced, and gets more only after a recent sign-in', async () => {
  const { id } = await create({ name: 'new', kind: 'LIVE', permissions: ['apply', 'read'] });
  await expect(update(id, { permissions: ['read', 'apply', 'test'] })).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
  expect(await stage.entriesOf(() => update(id, { permissions: ['apply', 'read'] }))).toEqual([]);
  const rotated = await rotateApiKey(stage.pool, stage.owner, id);
  expect([rotated.permissions, rotated.replaced.permissions]).toEqual([
    ['read', 'apply'],
    ['read', 'apply'],
  ]);
  expect(await stage.entriesOf(() => update(rotated.id, { permissions: ['apply'] }))).toMatchObject([
    { metadata: { before: { permissions: ['read', 'apply'] }, after: { permissions: ['apply'] } } },
  ]);
});

it('may change policies only as a LIVE key of every agent', async () => {
  const refused = { code: 'validation_error', fields: { permissions: expect.stringContaining('apply') } };
  const apply = { permissions: ['apply' as const] };
  await expect(create({ name: 't', kind: 'TEST', ...apply })).rejects.toMatchObject(refused);
  await expect(create({ name: 'b', kind: 'LIVE', agent: 'billing-bot', ...apply })).rejects.toMatchObject(refused);
  const { id } = await create({ name: 't', kind: 'TEST' });
  await expect(update(id, apply)).rejects.toMatchObject(refused);
});

it.each([
  [{ name: 'a\u0000b' }, 'name'],
  [{ permissions: [] }, 'permissions'],
  [{ allowedIps: [] }, 'allowedIps'],
  [{ allowedIps: ['10.0.0.1', 'everywhere'] }, 'allowedIps[1]'],
  [{ expiresAt: 'soon' }, 'expiresAt'],
])('is refused with %j', async (terms, field) => {
  await expect(create({ name: 'new', kind: 'LIVE', ...terms })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { [field]: expect.any(String) },
  });
});
