// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a stored secret goes only where it was given for; a further destination needs it in the same request. */
import type { GivenCredential } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme } from '#harness/service';
import { createHttpRoute, updateHttpRoute } from '../gateway-routes/index.ts';
import { createIntegration, updateIntegration } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createIntegration>[3]) =>
  createIntegration(stage.pool, stage, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateIntegration>[4]) =>
  updateIntegration(stage.pool, stage, { ...stage.owner, isRecent: true }, id, change);
const needs = (field: string) => ({
  code: 'validation_error',
  fields: { [field]: expect.stringMatching(/^must be given/) },
});

const SECRET = 'first-secret-value';
const FORMS: GivenCredential[] = [
  { type: 'API_KEY_HEADER', secret: SECRET },
  { type: 'QUERY_PARAM', secret: SECRET },
  { type: 'AUTHORIZATION', secret: SECRET },
  { type: 'BASIC', username: 'svc', secret: SECRET },
  { type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl: 'https://api.crm.example/token', clientId: 'svc', secret: SECRET },
];
const HOSTS = ['api.crm.example', '*.eu.crm.example'];

describe.each(FORMS)('a credential of $type', (credential) => {
  it('goes to a further host only with its secret, and to fewer ones without', async () => {
    const { id } = await create({ name: 'crm', kind: 'HTTP', allowedHosts: HOSTS, credential });
    for (const host of ['evil.example', '*.crm.example', 'crm.example', 'eu.crm.example']) {
      const further = { allowedHosts: [...HOSTS, host] };
      await expect(update(id, further)).rejects.toMatchObject(needs('credential'));
      await expect(update(id, { allowedHosts: ['api.crm.example', host] })).rejects.toMatchObject(needs('credential'));
    }
    const narrowed = ['api.crm.example', 'a.eu.crm.example', '*.b.eu.crm.example'];
    expect(await update(id, { allowedHosts: narrowed })).toMatchObject({ allowedHosts: narrowed });
    await expect(update(id, { allowedHosts: HOSTS })).rejects.toMatchObject(needs('credential'));
    expect(await update(id, { allowedHosts: HOSTS, credential })).toMatchObject({ allowedHosts: HOSTS });
    const anywhere = { allowedHosts: ['evil.example'], credential: null };
    expect(await update(id, anywhere)).toMatchObject({ credential: null, hasSecret: false });
  });

  it('goes to another scheme or port of its host only with its secret', async () => {
    await create({ name: 'crm', kind: 'HTTP', allowedHosts: HOSTS, credential });
    const route = (name: string, more: object) =>
      createHttpRoute(stage.pool, stage, stage.owner, {
        name,
        baseUrl: 'https://api.crm.example',
        integration: 'crm',
        ...more,
      });
    const change = (id: string, more: object) => updateHttpRoute(stage.pool, stage, stage.owner, id, more);
    const { id } = await route('usual', {});
    expect(await change(id, { baseUrl: 'https://a.eu.crm.example:443/v2' })).toMatchObject({ warnings: [{}] });
    for (const baseUrl of ['https://api.crm.example:8443', 'http://api.crm.example', 'http://x.eu.crm.example']) {
      await expect(change(id, { baseUrl })).rejects.toMatchObject(needs('secret'));
      await expect(route('other', { baseUrl })).rejects.toMatchObject(needs('secret'));
      await expect(route('other', { baseUrl, secret: 'a guess' })).rejects.toMatchObject({
        fields: { secret: 'is not that of the credential' },
      });
    }
    const elsewhere = await route('plain', { baseUrl: 'http://api.crm.example', integration: null });
    await expect(change(elsewhere.id, { integration: 'crm' })).rejects.toMatchObject(needs('secret'));
    await change(elsewhere.id, { integration: 'crm', secret: SECRET });
    expect(await change(elsewhere.id, { baseUrl: 'http://api.crm.example/v2' })).toMatchObject({ name: 'plain' });
    expect(await route('second', { baseUrl: 'http://api.crm.example/v3' })).toMatchObject({ name: 'second' });
    const never = await route('never', { baseUrl: 'http://evil.example' });
    expect(never.warnings.map(({ code }) => code)).toContain('HOST_NOT_ALLOWED');
    const { entries } = stage;
    expect(JSON.stringify(await entries())).not.toContain(SECRET);
  });
});

it('the headers of a ticket system go to another origin only when they are given again', async () => {
  const headers = [{ name: 'Authorization', value: SECRET }];
  const body = { kind: 'TICKET', bodyTemplate: '{ "title": "{{agent}}" }' } as const;
  const url = 'https://tickets.example/new';
  const { id } = await create({ name: 'tickets', ...body, url, headers });
  for (const other of ['https://evil.example/new', 'https://tickets.example:8443/new', 'http://tickets.example/new']) {
    await expect(update(id, { url: other })).rejects.toMatchObject(needs('headers'));
    await expect(update(id, { updateUrl: other })).rejects.toMatchObject(needs('headers'));
  }
  const same = { url: `${url}?a=1`, updateUrl: 'https://tickets.example/done' };
  expect(await update(id, same)).toMatchObject(same);
  const moved = { url: 'https://other.example/new' };
  expect(await update(id, { ...moved, headers })).toMatchObject({ ...moved, hasSecret: true });
  await update(id, { headers: [] });
  expect(await update(id, { url })).toMatchObject({ url, hasSecret: false });
});
