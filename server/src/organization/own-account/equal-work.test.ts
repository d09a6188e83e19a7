// SPDX-License-Identifier: Apache-2.0
/** Guarantee: sign-up and a forgotten password cost the database the same, whether the address has an account or not. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { signUp } from '#harness/people';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { openBrowser } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
  await signUp(service, mailOf('known'));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => service.stop());

/** The statements of each transaction that ran meanwhile, in their order. Tasks of the service run some of their own. */
async function transactionsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const all: string[][] = [];
  const open = new Map<pg.Client, string[]>();
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text);
    if (/^\s*BEGIN/i.test(text)) open.set(this, []);
    // Two transactions see other organizations.
    open.get(this)?.push(
      text
        .replace(/\s+/g, ' ')
        .replace(/\{[\w,-]+\}/, '{}')
        .trim(),
    );
    if (/COMMIT|^\s*ROLLBACK\s*$/i.test(text)) {
      all.push(open.get(this) ?? []);
      open.delete(this);
    }
    return original.apply(this, given as never);
  } as never);
  await work();
  spy.mockRestore();
  return all;
}
const original = pg.Client.prototype.query as unknown as (...given: never[]) => unknown;

/** The one transaction that holds such a statement. */
async function transactionWith(part: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const found = (await transactionsOf(work)).filter((statements) => statements.some((text) => part.test(text)));
  expect(found).toHaveLength(1);
  return found[0] ?? [];
}

const forget = (email: string) => () =>
  openBrowser(service.baseUrl).call('/auth/password/forgot', { method: 'POST', body: { email } });

it('runs the same statements for a forgotten password', async () => {
  const link = /INSERT INTO svc\.\w*links/i;
  const known = await transactionWith(link, forget(mailOf('known')));
  const unknown = await transactionWith(link, forget(mailOf('unknown')));
  expect(known.length).toBeGreaterThan(3);
  expect(unknown).toEqual(known);
});

it('makes account, organization and session for an address with an account too, before it takes them back', async () => {
  const insert = /INSERT INTO svc\.accounts/i;
  const join = (email: string) => () =>
    openBrowser(service.baseUrl).call('/auth/signup', {
      method: 'POST',
      body: { name: 'Ana', email, password: 'a password for equal work', organizationName: 'Equal' },
    });
  const known = await transactionWith(insert, join(mailOf('known')));
  const unknown = await transactionWith(insert, join(mailOf('fresh')));
  const takenBack = known.indexOf('ROLLBACK TO SAVEPOINT made');
  expect(takenBack).toBeGreaterThan(10);
  expect(unknown.slice(0, takenBack)).toEqual(known.slice(0, takenBack));
  // Afterwards each has its mail; the new account its link as well.
  expect(Math.abs(unknown.length - known.length)).toBeLessThanOrEqual(2);
});
