// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, GLOBEX, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** GET /me: the person, the organization, and the role at this very moment. */
describe('200', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({
      provisioning: () =>
        acmeWithPeople({
          globexPeople: `
      - { email: ${PEOPLE.stranger}, name: Stella Stranger, password: "correct horse battery", role: OWNER }
      - { email: ${PEOPLE.admin}, role: MEMBER }`,
        }),
    });
  });
  afterAll(() => service.stop());

  it('lists every organization of the person, each with the role there', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.admin);
    const { status, body } = await browser.call<Me>('/me');
    expect(status).toBe(200);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({
      user: { id, email: PEOPLE.admin, name: 'admin person' },
      organization: { id, name: ACME, role: 'ADMIN' },
      memberships: [
        { ...body.organization, needsDirectory: false },
        { id, name: GLOBEX, role: 'MEMBER', needsDirectory: false },
      ],
      directory: false,
      verified: true,
      pendingEmail: null,
      language: null,
      notifications: {
        reviewPending: true,
        reviewExpiring: true,
        reviewEscalated: true,
        anomalyOpened: true,
        changeMade: true,
        webhookDisabled: true,
        quotaReached: true,
      },
      mfa: { totp: false, passkeys: 0, recoveryCodes: 0 },
      needs: [],
      mail: true,
      demo: false,
      newsFrom: expect.stringMatching(new RegExp(`^${body.organization.id}:\\d+$`)),
    });
  });

  it('changes name, language and switches, and keeps what is left out', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.admin);
    const before = (await browser.call<Me>('/me')).body;
    const change = (body: object) => browser.call<Me>('/me', { method: 'PATCH', body });
    const named = await change({ name: 'Ada', notifications: { reviewPending: false } });
    expect(named.status).toBe(200);
    const spoken = await change({ language: 'pt-BR', notifications: { anomalyOpened: false } });
    expect(spoken.body).toEqual({
      ...before,
      user: { ...before.user, name: 'Ada' },
      language: 'pt-BR',
      notifications: { ...before.notifications, reviewPending: false, anomalyOpened: false },
    });
    const activity = await browser.call<{ items: { kind: string }[] }>('/me/activity');
    expect(activity.body.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['profile.changed', 'profile.changed']);
    for (const body of [
      { name: '' },
      { name: 'a\u202eb' },
      { language: 'de' },
      { email: 'a@b' },
      { notifications: { x: true } },
    ]) {
      expect((await change(body)).status).toBe(400);
    }
    expect((await change({ name: before.user.name, language: 'en' })).status).toBe(200);
  });

  it('knows a changed role from the next call on', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.member);
    const roleNow = async () => (await browser.call<Me>('/me')).body.organization.role;
    expect(await roleNow()).toBe('MEMBER');
    const promoted = acmeWithPeople().replace(/(member@acme.*role:) MEMBER/, '$1 ADMIN');
    await service.provision(promoted);
    expect(await roleNow()).toBe('ADMIN');
    await service.provision(acmeWithPeople());
    expect(await roleNow()).toBe('MEMBER');
  });
});

/** GET /me, like every route with a session: 401 without a currently valid one. */
describe('401', () => {
  const ACCESS = '__Host-svc_access';

  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
  });
  afterAll(() => service.stop());

  it('without a cookie, with one of nobody, and with one under another name', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.owner);
    const token = String(browser.cookies.get(ACCESS));
    const wrong = [
      new Map(),
      new Map([[ACCESS, '']]),
      new Map([[ACCESS, 'x'.repeat(64)]]),
      new Map([[ACCESS, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]]),
      new Map([[ACCESS, String(browser.cookies.get('__Host-svc_refresh'))]]),
      new Map([['svc_access', token]]),
    ];
    for (const cookies of wrong) {
      const { status, body } = await openBrowser(service.baseUrl, cookies).call('/me');
      expect(status).toBe(401);
      expect(body.error).toBe('unauthorized');
    }
    expect((await browser.call('/me')).status).toBe(200);
  });

  it('after 15 minutes', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.owner);
    service.clock.move('14m');
    expect((await browser.call('/me')).status).toBe(200);
    service.clock.move('1m');
    expect((await browser.call('/me')).status).toBe(401);
  });

  it('for a member who was removed, at once', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.member);
    const { body } = await browser.call<Me>('/me');
    await readRows(service.database, 'DELETE FROM svc.memberships WHERE account_id = $1', [body.user.id]);
    expect((await browser.call('/me')).status).toBe(401);
    expect((await browser.call('/reviews')).status).toBe(401);
  });

  it('when the account is gone, with its sessions', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.admin);
    const { body } = await browser.call<Me>('/me');
    for (const [table, column] of [
      ['memberships', 'account_id'],
      ['membership_directory', 'account_id'],
      ['accounts', 'id'],
    ]) {
      await readRows(service.database, `DELETE FROM svc.${table} WHERE ${column} = $1`, [body.user.id]);
    }
    expect((await browser.call('/me')).status).toBe(401);
    const left = await readRows(service.database, 'SELECT id FROM svc.sessions WHERE account_id = $1', [body.user.id]);
    expect(left).toEqual([]);
  });
});
