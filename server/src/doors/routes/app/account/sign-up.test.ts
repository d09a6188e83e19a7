// SPDX-License-Identifier: Apache-2.0
/** A service of its own: there the first person, or none, may make an account. The answers by their status. */
import type { Me, PublicConfig, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, mailOf, openOrganization, otherProcess, startTestService, type TestService } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** POST /auth/signup: an account, an organization and a session, and the same answer for a known address. */
describe('201', () => {
  const PASSWORD = 'a password of nobody else';

  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    other = await otherProcess(service);
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  const request = (email: string, changes: object = {}) => ({
    name: 'Ana Lima',
    email,
    password: PASSWORD,
    organizationName: 'Aurora',
    ...changes,
  });
  const signUp = async (body: object, at = service) => {
    const browser = openBrowser(at.baseUrl);
    return { browser, answer: await browser.call<SignedIn>('/auth/signup', { body }) };
  };
  const mails = () =>
    readRows<{ kind: string; address: string }>(
      service.database,
      `SELECT m.kind, COALESCE(l.email, a.email) AS address FROM svc.mail_outbox m
     LEFT JOIN svc.account_links l ON l.id = m.subject_id LEFT JOIN svc.accounts a ON a.id = m.subject_id
     ORDER BY m.created_at, m.id`,
    );

  it('makes an account that works at once, the owner of an organization of its own', async () => {
    const { browser, answer } = await signUp(request(mailOf('Ana')));
    const { body } = answer;
    expect(answer.status).toBe(201);
    expect(body.user).toMatchObject({ email: mailOf('Ana'), name: 'Ana Lima' });
    expect(body.organization).toMatchObject({ name: 'Aurora', role: 'OWNER' });
    const me = await browser.call<Me>('/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({ user: body.user, organization: body.organization });
    expect((await browser.call('/organization')).status).toBe(200);
    await signIn(service.baseUrl, mailOf('ana', 'NEW'), PASSWORD);
    const entries = await readAuditEntries(service.database, 'Aurora');
    expect(entries.map(({ kind, actor }) => [kind, actor.id])).toEqual([
      ['organization.created', body.user.id],
      ['member.added', body.user.id],
    ]);
  });

  it('keeps two organizations of one name apart, also from those of a provisioning file', async () => {
    const first = await signUp(request('one@names.test', { organizationName: ACME }));
    const second = await signUp(request('two@names.test', { organizationName: ACME }));
    const ids = [first, second].map(({ answer }) => answer.body.organization.id);
    const { body } = await (await signIn(service.baseUrl, PEOPLE.owner)).call<Me>('/me');
    expect(new Set([...ids, body.organization.id]).size).toBe(3);
    const members = await readRows(service.database, 'SELECT 1 FROM svc.memberships WHERE organization_id = ANY ($1)', [
      ids,
    ]);
    expect(members).toHaveLength(2);
    await service.provision(acmeWithPeople());
    expect((await readAuditEntries(service.database, ACME)).length).toBeGreaterThan(2);
    expect((await second.browser.call('/agents')).status).not.toBe(500);
  });

  it('answers the same for a known address, in any letter case, and tells its owner alone', async () => {
    const counted = async () => [
      await readRows(service.database, 'SELECT id FROM svc.accounts'),
      await readRows(service.database, 'SELECT organization_id FROM svc.organizations'),
      await readRows(service.database, 'SELECT id FROM svc.sessions'),
    ];
    const before = { counts: await counted(), mails: await mails() };
    const known = await signUp(request(PEOPLE.owner.toUpperCase()));
    expect(await counted()).toEqual(before.counts);
    const told = (await mails()).slice(before.mails.length);
    expect(told).toEqual([{ kind: 'account.address_known', address: PEOPLE.owner }]);

    const unknown = await signUp(request(mailOf('unknown')));
    expect((await mails()).slice(before.mails.length + 1)).toEqual([
      { kind: 'account.verification', address: mailOf('unknown') },
    ]);
    const shape = ({ answer, browser }: typeof known) => ({
      status: answer.status,
      headers: [...answer.headers.keys()].filter((name) => name !== 'date'),
      fields: Object.entries(answer.body).map(([name, value]) => [name, Object.keys(value)]),
      ids: [answer.body.user.id.length, answer.body.organization.id.length],
      cookies: [...browser.cookies].map(([name, value]) => [name, value.length]),
    });
    expect(shape(known)).toEqual(shape(unknown));
    // The tokens of a known address open nothing, and its account keeps its password.
    expect((await known.browser.call('/me')).status).toBe(401);
    await signIn(service.baseUrl, PEOPLE.owner);
  });

  it('makes one account of many concurrent sign-ups on two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signUp(request(mailOf('race')), index % 2 === 0 ? service : other)),
    );
    expect(answers.map(({ answer }) => answer.status)).toEqual(Array(8).fill(201));
    const opened = await Promise.all(answers.map(({ browser }) => browser.call('/me')));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    const accounts = await readRows(service.database, 'SELECT 1 FROM svc.accounts WHERE email_key = $1', [
      mailOf('race'),
    ]);
    expect(accounts).toHaveLength(1);
  });

  it('mails an address five times an hour at most, and answers as before', async () => {
    for (let index = 0; index < 7; index += 1) {
      expect((await signUp(request(PEOPLE.stranger))).answer.status).toBe(201);
    }
    expect((await mails()).filter(({ address }) => address === PEOPLE.stranger)).toHaveLength(5);
  });

  it('keeps nothing of the link but a digest and a sealed text', async () => {
    await signUp(request(mailOf('sealed')));
    const [link] = await readRows(service.database, 'SELECT * FROM svc.account_links WHERE email = $1', [
      mailOf('sealed'),
    ]);
    expect(link?.sealed_secret).toMatch(/^v1\.[0-9a-f]{8}\./);
    expect(link?.secret_hash).toHaveLength(32);
    expect(link?.expires_at - link?.created_at).toBe(86_400_000);
  });
});

/** POST /auth/signup: what is refused, and that nothing is made then. */
describe('400', () => {
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
});

/** POST /auth/signup where the first person, or none, may make an account. */
describe('403', () => {
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
});
