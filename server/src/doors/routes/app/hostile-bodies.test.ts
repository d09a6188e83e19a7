// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no operation of the app takes what its row does not name. Unknown fields, broken and huge bodies, and
 * bodies of another kind are refused before anything is read from them, and nothing fails on our side.
 */
import { APP_OPERATIONS, type AppOperation } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
const operations = Object.entries<AppOperation>(APP_OPERATIONS);
const withBody = operations.filter(([, { body }]) => body !== null);
const changing = operations.filter(([, { method }]) => method !== 'GET');

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

/** The paths of objects with named fields that would take other fields too. */
function openObjects({ type, properties, items, anyOf, additionalProperties }: Schema, path: string): string[] {
  return [
    ...(type === 'object' && properties !== undefined && additionalProperties !== false ? [path] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => openObjects(inner, `${path}.${name}`)),
    ...(items === undefined ? [] : openObjects(items, `${path}[]`)),
    ...(anyOf ?? []).flatMap((inner) => openObjects(inner, path)),
  ];
}

/** The answer of an authenticator: browsers say more with each version, and its signature is checked. */
const OF_BROWSERS = /\.(?:passkey|response)(?:\.|$)/;

it.each(operations)('%s names every field of its body and its query', (_id, { body, query }) => {
  const open = [body, query].flatMap((schema) => (schema === null ? [] : openObjects(schema as Schema, 'it')));
  expect(open.filter((path) => !OF_BROWSERS.test(path))).toEqual([]);
});

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

const cookies = () => [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const send = async ({ method, path }: AppOperation, body: string, type = 'application/json') => {
  const response = await fetch(service.baseUrl + path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    method,
    headers: { origin: service.baseUrl, cookie: cookies(), 'content-type': type },
    body,
  });
  const text = await response.text();
  return { status: response.status, error: text === '' ? null : JSON.parse(text).error };
};

const MEGABYTE = 1_048_576;
const HOSTILE: [what: string, body: string, status: number, error: string][] = [
  ['unknown fields', '{"isAdmin":true,"__proto__":{"role":"OWNER"}}', 400, 'validation_error'],
  ['a list', '[]', 400, 'validation_error'],
  ['no object', '"text"', 400, 'validation_error'],
  ['broken JSON', '{"email":', 400, 'validation_error'],
  ['a field twice', '{"email":"a@b.test","email":"c@d.test"}', 400, 'validation_error'],
  ['deep nesting', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 400, 'validation_error'],
  ['a megabyte', `{"name":"${'a'.repeat(MEGABYTE)}"}`, 413, 'payload_too_large'],
];

describe.each(withBody)('%s', (_id, operation) => {
  it.each(HOSTILE)('refuses %s', async (_what, body, status, error) => {
    expect(await send(operation, body)).toEqual({ status, error });
  });

  it('refuses a form, which any page could send', async () => {
    expect((await send(operation, 'email=a', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await send(operation, '{}', 'text/plain')).status).toBe(400);
  });
});

it('does not fail on a megabyte where no body is read', async () => {
  // Signing out comes last: the session is needed until then.
  const bare = changing.filter(([id, { body }]) => body === null && id !== 'signOut');
  for (const [id, operation] of bare) {
    const { status } = await send(operation, `{"a":"${'a'.repeat(MEGABYTE)}"}`);
    expect.soft(status, id).toBeLessThan(500);
  }
});

describe('a name', () => {
  it.each([
    ['markup', '<img src=x onerror=alert(1)>', 201],
    ['letters beyond the first plane', '𝔸𝕟𝕒 😀 東京', 201],
    ['marks that turn the direction', 'Ana \u202egnp.exe', 400],
    ['isolates of direction', 'Ana \u2066x\u2069', 400],
    ['a line feed', 'Ana\nBcc: x@evil.test', 400],
    ['a null', 'Ana\u0000', 400],
    ['half a letter', 'Ana \ud83d', 400],
    ['blanks alone', '   ', 400],
  ])('with %s', async (_what, name, status) => {
    const browser = openBrowser(service.baseUrl);
    const email = mailOf(`${crypto.randomUUID()}`);
    const body = { name, email, password: 'a password of nobody else', organizationName: 'Org' };
    const answer = await browser.call<{ user?: { name: string } }>('/auth/signup', { body });
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.user?.name).toBe(name);
    const renamed = await owner.call('/me', { method: 'PATCH', body: { name } });
    expect(renamed.status).toBe(status === 201 ? 200 : 400);
    const created = await owner.call('/organizations', { body: { name } });
    expect(created.status).toBe(status);
  });
});
