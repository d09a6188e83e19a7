/** Guarantee: an export that a deletion overtakes breaks off. It never ends as if it were whole, and leaves no trace. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, signUp } from '#harness/people';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** More than the buffers between service and reader hold. */
const ENTRIES = 60_000;

it('breaks the export of an account off when the account is deleted meanwhile', async () => {
  const { browser, email } = await signUp(service, 'leaving@new.test');
  await readRows(
    service.database,
    `INSERT INTO svc.account_activity (id, account_id, kind, at, network, browser, system, details)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, a.id, 'sign_in.succeeded', now(),
       '192.0.2.0/24', repeat('b', 60), repeat('s', 60), '{}'
     FROM svc.accounts a, generate_series(1, ${ENTRIES}) n WHERE a.email = $1`,
    [email],
  );
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.baseUrl}/me/export`, { headers: { cookie } });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('svc.account-export/v1');
  const body = { password: NEW_PASSWORD, confirm: 'DELETE' };
  expect((await browser.call('/me', { method: 'DELETE', body })).status).toBe(204);
  const readOn = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return;
  };
  await expect(readOn()).rejects.toThrow('terminated');
  const left = await readRows(service.database, 'SELECT kind FROM svc.account_activity WHERE kind <> $1', [
    'sign_in.failed',
  ]);
  expect(left).toEqual([]);
});
