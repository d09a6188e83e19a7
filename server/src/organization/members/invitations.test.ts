// SPDX-License-Identifier: Apache-2.0
/** Invitations through the routes: sent by real mail, accepted once, by the person of the invited address alone. */
import type {
  AcceptedInvitation,
  Invitation,
  InvitationList,
  InvitationSent,
  Me,
  MemberList,
  OpenInvitation,
} from '@svc/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, smtpAddress, startMailServer } from '#harness/mail';
import {
  ACME,
  type Answer,
  GLOBEX,
  mailOf,
  openOrganization,
  otherProcess,
  strictProcess,
  TEST_ENCRYPTION_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createMails } from '../../outgoing/mail/index.ts';
import { createSmtpTransport } from '../../outgoing/mail/smtp.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { deleteOldInvitations } from './index.ts';

const NEW_PASSWORD = 'a password of nobody else';
const BASE_URL = 'https://svc.example';

let service: TestService;
let server: MailServer;
let owner: Browser;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  server.mails.length = 0;
});
afterEach(() => service.stop());

const invite = async (email: string, role = 'MEMBER', browser = owner) =>
  await browser.call<Invitation>('/invitations', { body: { email, role } });
const invitations = async () => (await owner.call<InvitationList>('/invitations')).body.items;
const open = async (token: string, browser = openBrowser(service.baseUrl)) =>
  await browser.call<OpenInvitation>('/invitations/open', { body: { token } });
const accept = async (token: string, body: object = {}, browser = openBrowser(service.baseUrl)) =>
  await browser.call<AcceptedInvitation & { error: string; fields: object; message: string }>('/invitations/accept', {
    body: { token, ...body },
  });
const chain = async () =>
  (await readAuditEntries(service.database, ACME))
    .filter(({ kind, actor }) => /^(member|invitation)\./.test(kind) && actor.type === 'user')
    .map(({ kind, metadata }) => [kind, metadata.role]);

/** Sends what waits, as the periodic task does. @returns the token of the last invitation to the address */
async function tokenFor(address: string): Promise<string> {
  const smtp = smtpAddress(server);
  const log = { warn: () => undefined, error: () => undefined };
  const mails = createMails({
    pool: service.app.pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    transport: createSmtpTransport(smtp, undefined),
    baseUrl: () => BASE_URL,
    from: smtp.from,
    log,
    metrics: createMetrics(),
  });
  await mails.sendDue(new AbortController().signal);
  // Mails of one round arrive in any order.
  const tokens = server.mails
    .filter(({ to }) => to.some((one) => one.toLowerCase() === address.toLowerCase()))
    .flatMap(({ read }) => /\/app\/invitation#token=([\w-]{43})/.exec(read.text ?? '')?.[1] ?? []);
  const token = tokens.at(-1);
  if (token === undefined) throw new Error(`no invitation was mailed to ${address}`);
  return token;
}

describe('an invited stranger', () => {
  it('becomes a member with a new account, signed in, once', async () => {
    const { status, body } = await invite(mailOf('Rui'), 'ADMIN');
    expect([status, body]).toMatchObject([201, { email: mailOf('Rui'), role: 'ADMIN', invitedBy: 'Olivia Owner' }]);
    const token = await tokenFor(mailOf('Rui'));
    expect((await open(token)).body).toMatchObject({
      organizationName: ACME,
      role: 'ADMIN',
      email: mailOf('Rui'),
      hasAccount: false,
      signedInAs: null,
    });
    const browser = openBrowser(service.baseUrl);
    const accepted = await accept(token, { name: 'Rui Sá', password: NEW_PASSWORD }, browser);
    expect([accepted.status, accepted.body.signedIn]).toMatchObject([
      200,
      { user: { email: mailOf('Rui'), name: 'Rui Sá' }, organization: { name: ACME, role: 'ADMIN' } },
    ]);
    expect((await browser.call<MemberList>('/members')).body.items).toHaveLength(4);
    await signIn(service.baseUrl, mailOf('rui'), NEW_PASSWORD);
    expect(await invitations()).toEqual([]);
    expect((await accept(token, { name: 'Eve', password: NEW_PASSWORD })).status).toBe(404);
    expect((await open(token)).status).toBe(404);
    expect(await chain()).toEqual([
      ['member.invited', 'ADMIN'],
      ['member.added', 'ADMIN'],
    ]);
  });

  it.each([
    ['name', { password: NEW_PASSWORD }],
    ['password', { name: 'Rui' }],
    ['password', { name: 'Rui', password: 'short' }],
    ['password', { name: 'Rui', password: 'passwordpassword' }],
    ['name', { name: 'Rui\u202e', password: NEW_PASSWORD }],
  ])('is told which field is wrong (%s of %j), and may try again', async (field, body) => {
    await invite(mailOf('rui'));
    const token = await tokenFor(mailOf('rui'));
    const refused = await accept(token, body);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
    expect((await accept(token, { name: 'Rui', password: NEW_PASSWORD })).status).toBe(200);
  });

  it('is one person however often the link is opened at once, on two processes', async () => {
    const other = await otherProcess(service);
    try {
      await invite(mailOf('rui'));
      const token = await tokenFor(mailOf('rui'));
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const browser = openBrowser(index % 2 === 0 ? service.baseUrl : other.baseUrl);
          return accept(token, { name: `Rui ${index}`, password: NEW_PASSWORD }, browser);
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
      expect((await owner.call<MemberList>('/members')).body.items).toHaveLength(4);
    } finally {
      await other.stop();
    }
  });
});

describe('an invited person with an account', () => {
  it('joins in the session that is open, which goes on in the organization', async () => {
    await invite(PEOPLE.stranger.toUpperCase());
    const token = await tokenFor(PEOPLE.stranger.toUpperCase());
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    expect((await open(token, stranger)).body).toMatchObject({ hasAccount: true, signedInAs: PEOPLE.stranger });
    expect((await accept(token, {}, stranger)).status).toBe(200);
    const { body } = await stranger.call<Me>('/me');
    expect([body.organization.name, body.memberships.map(({ name }) => name).sort()]).toEqual([ACME, [ACME, GLOBEX]]);
  });

  it('joins without a session too, and then signs in; no password is taken from the request', async () => {
    await invite(PEOPLE.stranger);
    const token = await tokenFor(PEOPLE.stranger);
    const browser = openBrowser(service.baseUrl);
    const accepted = await accept(token, { name: 'Eve', password: NEW_PASSWORD }, browser);
    expect([accepted.status, accepted.body.signedIn, browser.cookies.size]).toEqual([200, null, 0]);
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger, PASSWORD);
    expect((await stranger.call<Me>('/me')).body.memberships).toHaveLength(2);
  });

  it('is not the person who is signed in: that one is told so, and nothing happens', async () => {
    await invite(mailOf('rui'));
    const token = await tokenFor(mailOf('rui'));
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    const refused = await accept(token, { name: 'Rui', password: NEW_PASSWORD }, stranger);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `You are signed in as ${PEOPLE.stranger}; sign out, then open the link again.`,
    ]);
    expect(await invitations()).toHaveLength(1);
  });

  it('takes over an account that somebody made with the address and never proved', async () => {
    const attacker = openBrowser(service.baseUrl);
    const squat = { name: 'Eve', email: mailOf('rui'), password: PASSWORD, organizationName: 'Evil' };
    expect((await attacker.call('/auth/signup', { body: squat })).status).toBe(201);
    await invite(mailOf('rui'));
    const token = await tokenFor(mailOf('rui'));
    expect((await open(token)).body.hasAccount).toBe(false);
    expect((await accept(token, { name: 'Rui', password: NEW_PASSWORD })).status).toBe(200);
    expect((await attacker.call('/me')).status).toBe(401);
    const body = { email: mailOf('rui'), password: PASSWORD };
    expect((await openBrowser(service.baseUrl).call('/auth/login', { body })).status).toBe(401);
    await signIn(service.baseUrl, mailOf('rui'), NEW_PASSWORD);
  });
});

describe('an invitation', () => {
  it('that is sent again has another link; the older one opens nothing', async () => {
    const { body } = await invite(mailOf('rui'));
    const first = await tokenFor(mailOf('rui'));
    expect((await owner.call(`/invitations/${body.id}/resend`, { method: 'POST' })).status).toBe(200);
    const second = await tokenFor(mailOf('rui'));
    expect((await open(first)).status).toBe(404);
    expect((await open(second)).status).toBe(200);
  });

  it('that was taken back opens nothing, and its mail is not sent', async () => {
    const { body } = await invite(mailOf('rui'));
    expect((await owner.call(`/invitations/${body.id}`, { method: 'DELETE' })).status).toBe(204);
    await expect(tokenFor(mailOf('rui'))).rejects.toThrow('no invitation was mailed');
    expect((await chain()).map(([kind]) => kind)).toEqual(['member.invited', 'invitation.revoked']);
    expect((await owner.call(`/invitations/${body.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('that is over opens nothing, can be sent again, and is forgotten in the end', async () => {
    const { body } = await invite(mailOf('rui'));
    const token = await tokenFor(mailOf('rui'));
    service.clock.move('7d');
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    expect((await accept(token, { name: 'Rui', password: NEW_PASSWORD })).status).toBe(404);
    await owner.call(`/invitations/${body.id}/resend`, { method: 'POST' });
    const again = await tokenFor(mailOf('rui'));
    expect((await open(again)).status).toBe(200);
    const past = service.clock.nowMs() + 38 * 86_400_000;
    expect(await deleteOldInvitations(service.app.pool, past - 2 * 86_400_000, 10)).toBe(0);
    expect(await deleteOldInvitations(service.app.pool, past, 10)).toBe(1);
    expect(await invitations()).toEqual([]);
  });

  it('to an owner is for owners; nobody invites a member or an invited person again', async () => {
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    expect((await invite(mailOf('a'), 'OWNER', admin)).status).toBe(403);
    expect((await invite(mailOf('a'), 'OWNER')).status).toBe(201);
    const [first] = await invitations();
    expect((await admin.call(`/invitations/${first?.id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await invite(mailOf('a').toUpperCase())).status).toBe(409);
    expect((await invite(PEOPLE.member.toUpperCase())).status).toBe(409);
    for (const email of ['rui', 'rui@', 'rui@new.test\nBcc: x@evil.test', 'a b@new.test']) {
      expect((await invite(email)).status).toBe(400);
    }
  });

  it('is not for a person whose own address is not proven', async () => {
    const browser = openBrowser(service.baseUrl);
    const body = { name: 'Ana', email: mailOf('ana'), password: NEW_PASSWORD, organizationName: 'Aurora' };
    await browser.call('/auth/signup', { body });
    const refused = await invite(mailOf('victim', 'elsewhere'), 'MEMBER', browser);
    expect(refused.status).toBe(403);
  });

  it('leaves no secret and no address in the chain, and no readable secret in the database', async () => {
    await invite(mailOf('rui'));
    const token = await tokenFor(mailOf('rui'));
    expect(JSON.stringify(await readAuditEntries(service.database, ACME))).not.toContain(mailOf('rui'));
    for (const table of ['invitations', 'invitation_directory']) {
      const rows = await readRows(service.database, `SELECT * FROM svc.${table}`);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });
});

describe('an organization that a person makes', () => {
  it('has the person as its owner; the session goes over to it when asked', async () => {
    const made: Answer<{ id: string; name: string; timeZone: string }> = await owner.call('/organizations', {
      body: { name: 'Acme Lab', timeZone: 'Europe/Lisbon' },
    });
    expect([made.status, made.body]).toMatchObject([201, { name: 'Acme Lab', timeZone: 'Europe/Lisbon' }]);
    expect((await owner.call<Me>('/me')).body.organization.name).toBe(ACME);
    const body = { organizationId: made.body.id };
    expect((await owner.call<Me>('/me/organization', { body })).body.organization).toMatchObject({ role: 'OWNER' });
    expect((await owner.call<Me>('/me')).body.organization.name).toBe('Acme Lab');
    expect((await owner.call<MemberList>('/members')).body.items.map(({ email }) => email)).toEqual([PEOPLE.owner]);
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    expect((await stranger.call('/me/organization', { body })).status).toBe(404);
  });
});

describe('where no mail server is set', () => {
  const LINK = /^https?:[^#]+\/app\/invitation#token=([\w-]{43})$/;
  const tokenOf = (link: string | null) => LINK.exec(link ?? '')?.[1] ?? '';
  const rows = async (sql: string) => await readRows(service.database, sql);
  const unproven = `UPDATE svc.accounts SET email_verified_at = NULL WHERE email = 'NOBODY'`;

  /** A person with a fresh sign-in, on a process without mail. */
  async function withoutMail(email = PEOPLE.owner) {
    const process = await strictProcess(service);
    const browser = await signIn(process.baseUrl, email);
    const send = async (path: string, body?: object) =>
      await browser.call<InvitationSent & { message: string }>(path, { method: 'POST', ...(body && { body }) });
    return { process, browser, send };
  }

  it('the person who invites gets the link once, unverified too, and nothing keeps it', async () => {
    await rows(unproven.replace('NOBODY', PEOPLE.owner));
    const { process, browser, send } = await withoutMail();
    const { status, body } = await send('/invitations', { email: mailOf('rui'), role: 'ADMIN' });
    expect([status, body.email, tokenOf(body.link)]).toEqual([201, mailOf('rui'), expect.stringMatching(/^.{43}$/)]);
    const token = tokenOf(body.link);
    const { body: list } = await browser.call<InvitationList>('/invitations');
    expect(JSON.stringify(list)).not.toContain(token);
    expect(list.items[0]).not.toHaveProperty('link');
    expect(await rows(`SELECT 1 FROM svc.mail_outbox WHERE kind = 'member.invited'`)).toEqual([]);
    expect(await rows(`SELECT sealed_secret FROM svc.invitations WHERE email = '${mailOf('rui')}'`)).toEqual([
      { sealed_secret: null },
    ]);
    expect(`${process.logged()} ${JSON.stringify(await readAuditEntries(service.database, ACME))}`).not.toContain(
      token,
    );
    expect(await chain()).toEqual([['member.invited', 'ADMIN']]);
    const accepted = await accept(token, { name: 'Rui', password: NEW_PASSWORD }, openBrowser(process.baseUrl));
    expect([accepted.status, accepted.body.signedIn?.organization.role]).toEqual([200, 'ADMIN']);
    // Who held the link first is all that it shows.
    const state = `SELECT email_verified_at FROM svc.accounts WHERE email = '${mailOf('rui')}'`;
    expect(await rows(state)).toEqual([{ email_verified_at: null }]);
    expect((await accept(token, { name: 'Eve', password: NEW_PASSWORD })).status).toBe(404);
  });

  it('another link ends the one before it', async () => {
    const { send } = await withoutMail();
    const first = (await send('/invitations', { email: mailOf('rui'), role: 'MEMBER' })).body;
    const second = await send(`/invitations/${first.id}/resend`);
    expect([second.status, tokenOf(second.body.link)]).toEqual([200, expect.stringMatching(/^.{43}$/)]);
    expect((await open(tokenOf(first.link))).status).toBe(404);
    expect((await open(tokenOf(second.body.link))).status).toBe(200);
  });

  it('the link opens no account that exists, proven or not: its person signs in', async () => {
    const { process, send } = await withoutMail();
    for (const isProven of [true, false]) {
      if (!isProven) await rows(unproven.replace('NOBODY', PEOPLE.stranger));
      const { body } = await send('/invitations', { email: PEOPLE.stranger, role: 'MEMBER' });
      const token = tokenOf(body.link);
      expect((await open(token)).body).toMatchObject({ hasAccount: true, wantsSignIn: true });
      const taken = await accept(token, { name: 'Eve', password: NEW_PASSWORD }, openBrowser(process.baseUrl));
      expect([taken.status, taken.body.message]).toEqual([
        409,
        `Sign in as ${PEOPLE.stranger} first, then open the link again.`,
      ]);
      const stranger = await signIn(process.baseUrl, PEOPLE.stranger, PASSWORD);
      expect((await open(token, stranger)).body).toMatchObject({ hasAccount: true, wantsSignIn: false });
      if (!isProven) expect((await accept(token, {}, stranger)).status).toBe(200);
      else await owner.call(`/invitations/${body.id}`, { method: 'DELETE' });
    }
    const state = `SELECT email_verified_at FROM svc.accounts WHERE email = '${PEOPLE.stranger}'`;
    expect(await rows(state)).toEqual([{ email_verified_at: null }]);
  });

  it('a member gets none, and neither does one whose sign-in is old', async () => {
    const { send } = await withoutMail(PEOPLE.member);
    expect((await send('/invitations', { email: mailOf('rui'), role: 'MEMBER' })).status).toBe(403);
    const admin = await withoutMail(PEOPLE.admin);
    const { body } = await admin.send('/invitations', { email: mailOf('rui'), role: 'MEMBER' });
    service.clock.move('10m');
    const refused = await admin.send(`/invitations/${body.id}/resend`);
    expect([refused.status, refused.body.link]).toEqual([401, undefined]);
    const me = (await admin.browser.call<Me>('/me')).body;
    expect([me.mail, me.needs]).toEqual([false, []]);
  });
});
