// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an export that a deletion overtakes breaks off. It never ends as if it were whole, and leaves no trace. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, type SignedUp, signUp } from '#harness/people';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import type { Browser } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

/** More than the buffers between service and reader hold. */
const ENTRIES = 60_000;

let tries = 0;
/** A test that is tried again finds what its first try left: it takes another address and other ids. */
async function signUpAnew(name: string): Promise<SignedUp & { idsBegin: string }> {
  tries += 1;
  const person = await signUp(service, mailOf(`${name}.${tries}`));
  return { ...person, idsBegin: `00000000-${String(tries).padStart(4, '0')}-7000-8000-` };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads the first piece only: the service waits for the reader. */
async function beginExport({ cookies }: Browser, path: string, format: string): Promise<Reader> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.baseUrl}${path}`, { headers: { 'sec-fetch-site': 'same-origin', cookie } });
  expect(response.status).toBe(200);
  if (response.body === null) throw new Error('the export has no body');
  const reader = response.body.getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toContain(format);
  return reader;
}

async function readOn(reader: Reader): Promise<void> {
  for (;;) if ((await reader.read()).done) return;
}

it('breaks the export of an account off when the account is deleted meanwhile', async () => {
  const { browser, email, signedIn, idsBegin } = await signUpAnew('leaving');
  await readRows(
    service.database,
    `INSERT INTO svc.account_activity (id, account_id, kind, at, network, browser, system, details)
     SELECT ('${idsBegin}' || lpad(to_hex(n), 12, '0'))::uuid, a.id, 'sign_in.succeeded', now(),
       '192.0.2.0/24', repeat('b', 60), repeat('s', 60), '{}'
     FROM svc.accounts a, generate_series(1, ${ENTRIES}) n WHERE a.email = $1`,
    [email],
  );
  const reader = await beginExport(browser, '/me/export', 'svc.account-export/v1');
  const body = { password: NEW_PASSWORD, confirm: 'DELETE' };
  expect((await browser.call('/me', { method: 'DELETE', body })).status).toBe(204);
  await expect(readOn(reader)).rejects.toThrow('terminated');
  const left = await readRows(
    service.database,
    `SELECT kind FROM svc.account_activity WHERE account_id = $1 AND kind <> 'sign_in.failed'`,
    [signedIn.user.id],
  );
  expect(left).toEqual([]);
});

it('breaks the export of an organization off when the organization is deleted meanwhile', async () => {
  const { browser, email, idsBegin } = await signUpAnew('ending');
  const { id, name } = (await browser.call<Me>('/me')).body.organization;
  await readRows(
    service.database,
    `INSERT INTO svc.invitations (organization_id, id, email, email_key, role, invited_by, secret_hash, sealed_secret,
       created_at, sent_at, expires_at)
     SELECT $1, ('${idsBegin}' || lpad(to_hex(n), 12, '0'))::uuid, n || repeat('e', 200), n || '@many.test',
       'MEMBER', a.id, sha256(n::text::bytea), '', now(), now(), now()
     FROM svc.accounts a, generate_series(1, ${ENTRIES}) n WHERE a.email = $2 RETURNING 1`,
    [id, email],
  );
  const reader = await beginExport(browser, '/organization/export', 'svc.organization-export/v1');
  const body = { password: NEW_PASSWORD, confirmName: name };
  expect((await browser.call('/organization', { method: 'DELETE', body })).status).toBe(204);
  await expect(readOn(reader)).rejects.toThrow('terminated');
});
