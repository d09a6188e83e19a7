// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: another page makes nothing happen in the name of a person who is signed in. Changes, and a GET that does
 * more than read, are for our own pages alone.
 */
import { APP_OPERATIONS, type AppOperation, isForOwnPages } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readRows, stateOf } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const reads = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, { method }]) => method === 'GET');
const pathOf = ({ path }: AppOperation) => path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);

/** All that people and organizations have in their histories. */
async function written(): Promise<unknown> {
  const [row] = await readRows(
    service.database,
    `SELECT (SELECT count(*) FROM svc.audit_entries) AS entries,
       (SELECT count(*) FROM svc.account_activity y JOIN svc.accounts a ON a.id = y.account_id WHERE a.email = $1)
         AS activity`,
    [PEOPLE.owner],
  );
  return row;
}

it.each(reads.filter(([, operation]) => !isForOwnPages(operation)))('%s reads alone', async (_id, operation) => {
  const before = await written();
  await owner.call(pathOf(operation));
  expect(await written()).toEqual(before);
});

it.each(reads.filter(([, operation]) => isForOwnPages(operation)))(
  '%s is for our own pages',
  async (_id, operation) => {
    expect((await owner.call(pathOf(operation))).status).not.toBe(403);
  },
);

/** How a request of another page, or of none, tells where it comes from. */
const othersThan = ({ origin, protocol, host, hostname }: URL): readonly Record<string, string>[] => [
  { origin: 'https://evil.test' },
  { origin: `${origin}.evil.test` },
  { origin: `https://evil.test/?${origin}` },
  { origin: `${protocol}//me@${host}` },
  { origin: `https://${host}` },
  { origin: `${protocol}//${hostname}` },
  { origin: `${origin}/` },
  { origin: `${origin}, https://evil.test` },
  { origin: 'null' },
  { origin: '' },
  {},
  { referer: `${origin}/app` },
  { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin, 'sec-fetch-site': 'same-site' },
  { origin, 'sec-fetch-site': 'cross-site' },
];

const forOwnPages = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, operation]) => isForOwnPages(operation));

it('a change or effect is refused to every other page, and to none, with nothing written', async () => {
  const before = await stateOf(service.database, ACME);
  const wrong: unknown[] = [];
  for (const [index, [id, operation]] of forOwnPages.entries()) {
    const { method, body } = operation;
    const others = othersThan(new URL(service.baseUrl));
    const tried = others.filter((_headers, at) => (at + index) % amount(4, 1) === 0);
    const sent = tried.map(async (headers) => {
      const options = { method, origin: null, headers, ...(body !== null && { body: {} }) };
      const { status, body: answer } = await owner.call(pathOf(operation), options);
      if (status !== 403 || answer.error !== 'forbidden') wrong.push({ id, headers, status });
    });
    await Promise.all(sent);
  }
  expect(wrong).toEqual([]);
  expect(await stateOf(service.database, ACME)).toEqual(before);
  expect((await owner.call('/me')).status).toBe(200);
});
