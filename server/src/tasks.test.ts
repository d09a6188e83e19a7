/** Guarantee: ended rows are deleted, and nothing else: expired sessions, and rate windows that all hits have left. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createMetrics } from './metrics/index.ts';
import { serviceTasks } from './tasks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
});
afterAll(() => service.stop());

async function run(name: string): Promise<void> {
  const task = serviceTasks(service.app.pool, createMetrics()).find((one) => one.name === name);
  await task?.run(new AbortController().signal);
}
const count = async (table: string) =>
  (await readRows<{ count: number }>(service.database, `SELECT count(*)::int FROM svc.${table}`))[0]?.count;

it('deletes expired sessions, more than a batch of them', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  await readRows(
    service.database,
    `INSERT INTO svc.sessions SELECT gen_random_uuid(), account_id, organization_id, created_at, now(), family_hash,
       refresh_hash, access_hash, now() FROM svc.sessions, generate_series(1, 2500)`,
  );
  await run('expired-sessions');
  expect(await count('sessions')).toBe(1);
  expect((await browser.call('/me')).status).toBe(200);
});

it('deletes spent rate windows, and leaves those that still count', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.rate_windows
     SELECT sha256(n::text::bytea), ARRAY[now()], now() + CASE n WHEN 1 THEN interval '1 hour' ELSE '0' END
     FROM generate_series(1, 2500) n`,
  );
  const counting = 1 + 2;
  await run('spent-rate-windows');
  expect(await count('rate_windows')).toBe(counting);
});
