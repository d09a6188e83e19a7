// SPDX-License-Identifier: Apache-2.0
/** POST /auth/signup: an account, an organization and a session, and the same answer for a known address. */
import type { Me, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
