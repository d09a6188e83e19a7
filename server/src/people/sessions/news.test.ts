// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the streams of a session on every process are told, with the commit, that it has ended or moved. */

import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let listener: pg.Client;
const heard = new Set<string>();
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  listener = new pg.Client({ connectionString: service.database.connectionString });
  await listener.connect();
  listener.on('notification', ({ payload }) => {
    for (const topic of payload?.split(',') ?? []) heard.add(topic);
  });
  await listener.query('LISTEN svc_news');
});
afterAll(async () => {
  await listener.end();
  await service.stop();
});

async function newest(email: string): Promise<string> {
  const [row] = await readRows<{ id: string }>(
    service.database,
    `SELECT s.id FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id
     WHERE a.email = '${email}' ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
  );
  return row?.id ?? '';
}

const told = (sessionId: string) => vi.waitFor(() => expect([...heard]).toContain(`s:${sessionId}`), PATIENTLY);

it.each<[string, (of: { browser: Browser; other: Browser; id: string }) => Promise<unknown>]>([
  ['a sign-out', ({ browser }) => browser.call('/auth/logout', { method: 'POST' })],
  ['its end by the person', ({ other, id }) => other.call(`/me/sessions/${id}`, { method: 'DELETE' })],
  ['the end of all others', ({ other }) => other.call('/me/sessions', { method: 'DELETE' })],
])('%s', async (_, end) => {
  const other = await signIn(service.baseUrl, PEOPLE.member);
  const browser = await signIn(service.baseUrl, PEOPLE.member);
  const id = await newest(PEOPLE.member);
  await end({ browser, other, id });
  await told(id);
});
