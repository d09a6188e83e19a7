// SPDX-License-Identifier: Apache-2.0
/** A service of its own: there the first person, or none, may make an account by POST /auth/signup. */
import type { PublicConfig } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailOf, openOrganization, startTestService, type TestService } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { openBrowser } from '#harness/service/sessions.ts';

const services: TestService[] = [];
let pair: [TestService, TestService];
afterAll(async () => {
  for (const service of services) await service.stop();
});

/** Two processes on one database without any account. */
const startTwo = (signup: 'first' | 'closed') => async () => {
  const database = await openEmptyDatabase();
  pair = [await startTestService({ database, signup }), await startTestService({ database, signup })];
  services.push(...pair);
};

const signUp = ({ baseUrl }: TestService, email: string, token?: string) =>
  openBrowser(baseUrl).call('/auth/signup', {
    body: { name: 'Ana', email, password: 'a password of nobody else', organizationName: 'Aurora', token },
  });
const isOpen = async ({ baseUrl }: TestService) =>
  ((await (await fetch(`${baseUrl}/public/config`)).json()) as PublicConfig).signupEnabled;
const accounts = async ({ database: of }: TestService) => (await readRows(of, 'SELECT 1 FROM svc.accounts')).length;

describe('first', () => {
  beforeAll(startTwo('first'));

  it('of ten people at once on two processes, one may', async () => {
    expect(await isOpen(pair[0])).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signUp(pair[index % 2] as TestService, mailOf(`p${index}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
    expect(await accounts(pair[0])).toBe(1);
    expect(await isOpen(pair[1])).toBe(false);
  });
});

describe('closed', () => {
  beforeAll(startTwo('closed'));

  it('a link is over after an hour', async () => {
    const [service] = pair;
    const token = String(await service.app.firstOwnerToken());
    service.clock.move('1h');
    expect((await signUp(service, mailOf('ana'), token)).status).toBe(403);
  });

  it('the printed link makes the first owner, once, and is void once there is one', async () => {
    expect(await isOpen(pair[0])).toBe(false);
    expect((await signUp(pair[0], mailOf('eve'))).status).toBe(403);
    expect((await signUp(pair[0], mailOf('eve'), 'x'.repeat(43))).status).toBe(403);
    const tokens = [await pair[0].app.firstOwnerToken(), await pair[1].app.firstOwnerToken()].map(String);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => signUp(pair[index % 2] as TestService, mailOf(`p${index}`), tokens[0])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(403)]);
    expect((await signUp(pair[1], mailOf('late'), tokens[1])).status).toBe(403);
    expect(await accounts(pair[0])).toBe(1);
    expect(await pair[0].app.firstOwnerToken()).toBeNull();
  });

  it('needs no link where there are accounts, or sign-up is open', async () => {
    const [closed] = pair;
    const open = await openOrganization();
    expect([await closed.app.firstOwnerToken(), await open.app.firstOwnerToken()]).toEqual([null, null]);
  });
});
