// SPDX-License-Identifier: Apache-2.0
/** POST /auth/signup: what is refused, and that nothing is made then. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openBrowser } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const GOOD = { name: 'Ana', email: mailOf('ana'), password: 'a password of nobody else', organizationName: 'Aurora' };

/** @param pattern of LIKE */
const accountsAt = (pattern: string) =>
  readRows(service.database, 'SELECT 1 FROM svc.accounts WHERE email_key LIKE $1', [pattern]);

it.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'Ana\nBcc: eve@evil.test' }, 'name'],
  [{ name: 'Ana \u202egnp.exe' }, 'name'],
  [{ name: ' Ana' }, 'name'],
  [{ name: 7 }, 'name'],
  [{ organizationName: '' }, 'organizationName'],
  [{ organizationName: 'Aurora\u2066' }, 'organizationName'],
  [{ organizationName: 'a\0b' }, 'body'],
  [{ email: 'ana' }, 'email'],
  [{ email: `${mailOf('ana')}\r\nBcc: eve@evil.test` }, 'email'],
  [{ email: `${mailOf('ana')},eve@evil.test` }, 'email'],
  [{ email: mailOf(`${'a'.repeat(300)}`) }, 'email'],
  [{ password: 'elevenchars' }, 'password'],
  [{ password: '😀'.repeat(11) }, 'password'],
  [{ password: 'a'.repeat(12) }, 'password'],
  [{ password: '1Q2W3E4R5T6Y' }, 'password'],
  [{ password: 'Unbelievable' }, 'password'],
  [{ password: mailOf('Ana') }, 'password'],
  [{ password: 'x'.repeat(1_001) }, 'password'],
  [{ role: 'OWNER' }, 'role'],
])('%j', async (change, field) => {
  const { status, body } = await openBrowser(service.baseUrl).call('/auth/signup', { body: { ...GOOD, ...change } });
  expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, 'validation_error', [field]]);
  expect(await accountsAt(mailOf('%'))).toEqual([]);
});

it('takes markup, letters beyond the first plane and any composition of a password', async () => {
  for (const [index, change] of [
    { name: '<b>Ana</b> 👩‍🚀 𝒜', organizationName: '"Aurora" & <script>' },
    { password: 'só letras minúsculas' },
    { password: '😀😁😂😃😄😅😆😇😈😉😊😋' },
  ].entries()) {
    const body = { ...GOOD, email: mailOf(`good${index}`, 'other'), ...change };
    expect((await openBrowser(service.baseUrl).call('/auth/signup', { body })).status).toBe(201);
  }
});
