// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a signed-in request costs the database one transaction, and an unknown session shows no person. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createPool } from '../../storage/connections/index.ts';
import { readPerson } from './index.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

/** The person of a token, and how often a connection was taken for it. */
async function read(token: string) {
  const pool = createPool({ connectionString: service.database.connectionString }, 1);
  let taken = 0;
  pool.on('acquire', () => {
    taken += 1;
  });
  const person = await readPerson(pool, token, pool.clock.nowMs());
  await pool.end();
  return { person, taken };
}

it('reads session and membership together', async () => {
  const tokens = [...owner.cookies.values()];
  const found = await Promise.all(
    tokens.map((token) => readPerson(service.app.pool, token, service.app.pool.clock.nowMs())),
  );
  const token = tokens[found.findIndex((person) => person !== null)] ?? '';
  const { person, taken } = await read(token);
  expect(person).toMatchObject({ user: { email: PEOPLE.owner }, organization: { role: 'OWNER' } });
  expect(taken).toBe(1);
  const other = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  expect((await read(other)).person).toBeNull();
});
