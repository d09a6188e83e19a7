// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { Decision, ErrorBody, EventDetail, Me } from '@svc/contract';
import { commitText, verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** POST /reviews/{eventId}/approve and /deny: the outcome, its audit entry, and the note that can be erased. */
describe('200', () => {
  const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

  let service: TestService;
  let member: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    member = await signIn(service.baseUrl, PEOPLE.member);
  });
  afterAll(() => service.stop());

  const reviewed = async () => (await call(service.baseUrl, '/v1/events', { body: REVIEWED })).body.id;
  const generation = async () =>
    (
      await readRows(
        service.database,
        `SELECT generation::int FROM svc.organization_heads JOIN svc.organizations o USING (organization_id)
       WHERE o.name = '${ACME}'`,
      )
    )[0]?.generation;

  describe.each([
    ['approve', 'APPROVED', 'ALLOW'],
    ['deny', 'DENIED', 'BLOCK'],
  ] as const)('%s', (word, status, finalDecision) => {
    it('answers the decision with its new outcome, which every read then answers too', async () => {
      const id = await reviewed();
      const { status: code, body } = await member.call<Decision>(`/reviews/${id.toUpperCase()}/${word}`, {
        body: { note: 'Cliente pediu' },
      });
      expect(code).toBe(200);
      expect(body).toMatchObject({ id, decision: 'REVIEW', finalDecision, review: { status, note: 'Cliente pediu' } });
      const [entry] = (await readAuditEntries(service.database, ACME)).filter(
        ({ kind, subject }) => kind === `review.${status.toLowerCase()}` && subject.id === id,
      );
      expect(body.review?.decidedAt).toBe(entry?.at);
      expect((await call(service.baseUrl, `/v1/events/${id}`)).body).toEqual(body);
    });

    it('appends one entry with the person, the role and the channel, and makes no new generation', async () => {
      const id = await reviewed();
      const generationBefore = await generation();
      await member.call(`/reviews/${id}/${word}`, { body: {} });
      const { body: me } = await member.call<Me>('/me');
      const entries = await readAuditEntries(service.database, ACME);
      expect(verifyEntries(entries)).toMatchObject({ isValid: true });
      expect(entries.at(-1)).toMatchObject({
        kind: `review.${status.toLowerCase()}`,
        actor: { type: 'user', id: me.user.id },
        subject: { type: 'review', id },
        metadata: { channel: 'app', eventId: id, noteCommitment: null, role: 'MEMBER' },
      });
      expect(await generation()).toBe(generationBefore);
    });

    it('takes a call without a body', async () => {
      const { status: code, body } = await member.call<Decision>(`/reviews/${await reviewed()}/${word}`, {
        method: 'POST',
      });
      expect(code).toBe(200);
      expect(body.review).toMatchObject({ status, note: null });
    });
  });

  it('keeps the note out of the chain: a salted commitment stands there, which outlives the note', async () => {
    const note = 'Maria Souza confirmed by phone';
    const id = await reviewed();
    await member.call(`/reviews/${id}/approve`, { body: { note } });
    const [row] = await readRows(
      service.database,
      `SELECT note, encode(note_salt, 'hex') AS salt FROM svc.reviews WHERE event_id = $1`,
      [id],
    );
    expect(row?.note).toBe(note);
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.at(-1)?.metadata.noteCommitment).toBe(commitText(row?.salt, note));
    expect(JSON.stringify(entries)).not.toContain('Maria');
    expect(service.logged()).not.toContain('Maria');
    await readRows(service.database, 'UPDATE svc.reviews SET note = NULL, note_salt = NULL WHERE event_id = $1', [id]);
    expect(verifyEntries(await readAuditEntries(service.database, ACME))).toMatchObject({ isValid: true });
  });

  it('takes a blank note for none, and two equal notes have different commitments', async () => {
    const commitments = new Set<unknown>();
    for (const note of ['ok', 'ok', '  \n']) {
      await member.call(`/reviews/${await reviewed()}/deny`, { body: { note } });
      commitments.add((await readAuditEntries(service.database, ACME)).at(-1)?.metadata.noteCommitment);
    }
    expect(commitments.size).toBe(3);
    expect(commitments.has(null)).toBe(true);
  });

  it('names whoever resolved it, the role and the channel, with the entry that proves it', async () => {
    const id = await reviewed();
    await member.call(`/reviews/${id}/approve`, { body: { note: 'fine' } });
    const { body } = await member.call<EventDetail>(`/events/${id}`);
    expect(body.review).toMatchObject({
      status: 'APPROVED',
      decidedBy: { name: 'member person', role: 'MEMBER', channel: 'app' },
      canResolve: false,
    });
    expect(body.audit.map(({ kind }) => kind)).toEqual(['decision.recorded', 'review.approved']);
  });
});

/** POST /reviews/{eventId}/approve and /deny: 400, 401, 403, 404 and 409, none of which changes anything. */
describe('refusals', () => {
  const EXPORT = { agent: 'support-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
  /** No policy matches, and the risk is enough for a review: without named roles, owners and admins may resolve it. */
  const RISKY = { agent: 'support-bot', resource: 'orders', action: 'DELETE_DATA', destination: 'EXTERNAL_API' };

  let service: TestService;
  let owner: Browser;
  let admin: Browser;
  let member: Browser;
  let stranger: Browser;
  let id: string;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ settings: ['riskReviewAt: 40'] }) });
    const emails = [PEOPLE.owner, PEOPLE.admin, PEOPLE.member, PEOPLE.stranger];
    const browsers = await Promise.all(emails.map((email) => signIn(service.baseUrl, email)));
    [owner, admin, member, stranger] = browsers as [Browser, Browser, Browser, Browser];
  });
  afterAll(() => service.stop());

  async function reviewed(body: object): Promise<string> {
    const decided = await call(service.baseUrl, '/v1/events', { body });
    expect(decided.body.decision).toBe('REVIEW');
    return decided.body.id;
  }
  beforeEach(async () => {
    id = await reviewed(EXPORT);
  });

  const statusNow = async (eventId: string) =>
    (await readRows(service.database, 'SELECT status FROM svc.reviews WHERE event_id = $1', [eventId]))[0]?.status;

  describe.each(['approve', 'deny'] as const)('%s', (word) => {
    const resolve = (browser: Browser, eventId: string, body: unknown = {}) =>
      browser.call(`/reviews/${eventId}/${word}`, { body });

    it('403 for a role that the policy does not name, however high', async () => {
      for (const browser of [owner, admin]) {
        const { status, body } = await resolve(browser, id);
        expect(status).toBe(403);
        expect(body.error).toBe('forbidden');
      }
      expect(await statusNow(id)).toBe('PENDING');
    });

    it('403 for a member where nobody is named: owners and admins may', async () => {
      const risky = await reviewed(RISKY);
      expect((await resolve(member, risky)).status).toBe(403);
      expect((await resolve(admin, risky)).status).toBe(200);
      expect((await resolve(owner, await reviewed(RISKY))).status).toBe(200);
    });

    it('403 by the roles of the moment of the decision, whatever the policy says now', async () => {
      const policies = [
        { name: 'Review customer exports', action: 'EXPORT', resource: 'CUSTOMER_PII', decision: 'REVIEW' },
      ];
      await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
      expect((await resolve(owner, id)).status).toBe(403);
      expect((await resolve(member, id)).status).toBe(200);
      await service.provision(acmeWithPeople({ settings: ['riskReviewAt: 40'] }));
    });

    it('404 for an event of another organization, an unknown one, and one without a review', async () => {
      const plain = (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.id;
      expect((await resolve(stranger, id)).status).toBe(404);
      expect((await resolve(member, '00000000-0000-0000-0000-000000000000')).status).toBe(404);
      expect((await resolve(member, plain)).status).toBe(404);
      expect(await statusNow(id)).toBe('PENDING');
    });

    it('409 once it is resolved, by whichever word and for the same person too', async () => {
      const first = word === 'approve' ? 'deny' : 'approve';
      await member.call(`/reviews/${id}/${first}`, { body: {} });
      const before = await readAuditEntries(service.database, ACME);
      const { status, body } = await resolve(member, id);
      expect(status).toBe(409);
      expect(body.error).toBe('conflict');
      const outcome = first === 'deny' ? 'DENIED' : 'APPROVED';
      expect(await statusNow(id)).toBe(outcome);
      const [{ name } = expect.fail()] = await readRows(
        service.database,
        'SELECT name FROM svc.accounts WHERE email = $1',
        [PEOPLE.member],
      );
      expect(body.message).toBe(`The review is already ${outcome}: by ${name} (MEMBER), in the app.`);
      expect(await readAuditEntries(service.database, ACME)).toEqual(before);
    });

    it('409 from the very moment of its expiry on, though no task has passed', async () => {
      await readRows(service.database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = $1', [id, new Date()]);
      const { status, body } = await resolve(member, id);
      expect(status).toBe(409);
      expect(body.message).toContain('EXPIRED');
      expect(await statusNow(id)).toBe('PENDING');
    });

    it('400 for an id that is no UUID, an unknown field and a note that is too long or no text', async () => {
      expect((await resolve(member, 'abc')).body).toMatchObject({ fields: { eventId: expect.any(String) } });
      for (const body of [{ note: 'x'.repeat(2_001) }, { note: 1 }, { note: null }, { comment: 'x' }, [], 'text']) {
        expect((await resolve(member, id, body)).status).toBe(400);
      }
      const marked = await member.call<ErrorBody>(`/reviews/${id}/${word}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
      });
      expect(marked.status).toBe(400);
      expect((await resolve(member, id, { note: 'x'.repeat(2_000) })).status).toBe(200);
    });

    it('403 for a page elsewhere, 401 without a session', async () => {
      const elsewhere = await member.call(`/reviews/${id}/${word}`, { body: {}, origin: 'https://evil.test' });
      expect(elsewhere.status).toBe(403);
      expect((await member.call(`/reviews/${id}/${word}`, { body: {}, origin: null })).status).toBe(403);
      expect((await resolve(openBrowser(service.baseUrl), id)).status).toBe(401);
      expect(await statusNow(id)).toBe('PENDING');
    });
  });

  it('409 to approve while the agent is paused; to deny goes', async () => {
    const settings = ['riskReviewAt: 40'];
    await service.provision(acmeWithPeople({ settings, supportBot: 'PAUSED' }));
    const refused = await member.call(`/reviews/${id}/approve`, { body: {} });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('paused');
    expect((await member.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(200);
    await service.provision(acmeWithPeople({ settings }));
  });

  it('403 at once for a member with another role now, 401 for one who was removed', async () => {
    const { body: me } = await member.call<Me>('/me');
    const become = (role: string) =>
      readRows(service.database, 'UPDATE svc.memberships SET role = $2 WHERE account_id = $1', [me.user.id, role]);
    await become('ADMIN');
    expect((await member.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(403);
    await become('MEMBER');
    await readRows(service.database, 'DELETE FROM svc.memberships WHERE account_id = $1', [me.user.id]);
    expect((await member.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(401);
    expect(await statusNow(id)).toBe('PENDING');
  });
});
