// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a link of another page makes nothing happen. A GET that does more than read is for our own pages alone. */
import { APP_OPERATIONS, type AppOperation, isForOwnPages } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
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
  '%s is refused to a link of another page, and to one without a page',
  async (_id, operation) => {
    const before = await written();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      expect((await owner.call(pathOf(operation), { origin: null, headers })).status).toBe(403);
    }
    expect((await owner.call(pathOf(operation), { origin: null })).status).toBe(403);
    expect(await written()).toEqual(before);
    expect((await owner.call(pathOf(operation))).status).not.toBe(403);
  },
);
