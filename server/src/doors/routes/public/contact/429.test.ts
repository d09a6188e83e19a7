// SPDX-License-Identifier: Apache-2.0
/** POST /public/contact: five messages an hour from an address, and five hundred from all addresses together. */
import { CONTACT_OF_ALL_PER_HOUR, CONTACT_PER_HOUR } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await otherProcess(await openOrganization());
});
afterAll(() => service.stop());

async function send(from: string): Promise<number> {
  const { status } = await call(service.baseUrl, '/public/contact', {
    key: null,
    body: { name: 'Ana', email: mailOf('ana'), message: 'Please call.' },
    headers: { 'x-forwarded-for': from },
  });
  return status;
}

it('counts a mapped address as IPv4, and the addresses of one /64 as one', async () => {
  const mapped = ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7', '::FFFF:203.0.113.7'];
  for (const from of mapped) expect(await send(from)).toBe(202);
  expect(await send('203.0.113.7')).toBe(429);
  for (let sent = 0; sent < CONTACT_PER_HOUR; sent += 1) expect(await send(`2001:db8:0:1::${sent}`)).toBe(202);
  expect(await send('2001:db8:0:1:ffff::')).toBe(429);
});

it('takes no more than the bound of all, however many addresses there are', async () => {
  const statuses: number[] = [];
  for (let network = 0; network < 105; network += 1) {
    const sent = Array.from({ length: CONTACT_PER_HOUR }, (_, host) => send(`2001:db8:1:${network}::${host}`));
    statuses.push(...(await Promise.all(sent)));
  }
  expect(statuses.at(-1)).toBe(429);
  const [leads] = await readRows(service.database, 'SELECT count(*)::int AS count FROM svc.leads WHERE email = $1', [
    mailOf('ana'),
  ]);
  expect(leads?.count).toBe(CONTACT_OF_ALL_PER_HOUR);
});
