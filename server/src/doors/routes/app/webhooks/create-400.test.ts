// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks and PATCH /webhooks/{id}: refusals name the field. Nothing is made or changed. */
import type { CreatedWebhook } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, URL_CHARACTERS_MAX, WEBHOOK_SECRET_CHARACTERS_MAX } from '@svc/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const URL_OF_NOBODY = 'https://siem.example/hook';

let service: TestService;
let owner: Browser;
let id: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  id = (await owner.call<CreatedWebhook>('/webhooks', { body: { url: URL_OF_NOBODY } })).body.id;
});
afterAll(() => service.stop());

const stored = () => readRows(service.database, 'SELECT * FROM svc.webhook_endpoints ORDER BY id');

const ADDRESSES: readonly [what: string, url: unknown][] = [
  ['is none', 'siem.example/hook'],
  ['is of another kind', 'ftp://siem.example/hook'],
  ['is a script', 'javascript:alert(1)'],
  ['has no host', 'https://'],
  ['has credentials', 'https://user:word@siem.example/hook'],
  ['has a fragment', 'https://siem.example/hook#part'],
  ['is empty', ''],
  ['is too long', `https://siem.example/${'a'.repeat(URL_CHARACTERS_MAX)}`],
  ['is a number', 7],
  ['is null', null],
];

describe.each(['POST', 'PATCH'])('%s', (method) => {
  const call = (body: unknown) => owner.call(method === 'POST' ? '/webhooks' : `/webhooks/${id}`, { method, body });

  it.each(ADDRESSES)('an address that %s', async (_what, url) => {
    const before = await stored();
    const { status, body } = await call({ url });
    expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, 'validation_error', ['url']]);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['description', ''],
    ['description', 'd'.repeat(DESCRIPTION_CHARACTERS_MAX + 1)],
    ['description', ['SIEM']],
    ['id', '018f0000-0000-7000-8000-00000000ffff'],
    ['disabledAt', null],
  ])('a %s like %j', async (field, value) => {
    const before = await stored();
    const { status, body } = await call({ url: 'https://siem.example/other', [field]: value });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
    expect(await stored()).toEqual(before);
  });
});

it.each([
  ['a secret without its beginning', 'c2VjcmV0'.repeat(6)],
  ['a short secret', 'whsec_c2VjcmV0'],
  ['a secret with a line break', `whsec_${'c2VjcmV0'.repeat(6)}\n`],
  ['a secret that is too long', `whsec_${'a'.repeat(WEBHOOK_SECRET_CHARACTERS_MAX)}`],
])('POST: %s', async (_what, secret) => {
  const { status, body } = await owner.call('/webhooks', { body: { url: 'https://siem.example/other', secret } });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['secret']]);
  expect(JSON.stringify(body)).not.toContain(secret);
});

it('POST: no address', async () => {
  const { status, body } = await owner.call('/webhooks', { body: {} });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['url']]);
});

it('PATCH: a secret, which a rotation makes', async () => {
  const { status } = await owner.call(`/webhooks/${id}`, {
    method: 'PATCH',
    body: { secret: `whsec_${'a'.repeat(43)}` },
  });
  expect(status).toBe(400);
});

it.each(['PATCH', 'DELETE'])('%s: an id that is none', async (method) => {
  expect((await owner.call('/webhooks/7', { method })).status).toBe(400);
});
