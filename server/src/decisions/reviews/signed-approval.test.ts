// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an approval that has to be signed is signed by its own person, for this very act. The passkey signs in this
 * organization at that moment. Numbers in names are cases of the contract.
 */
import { createHash } from 'node:crypto';
import type { ApprovalOptions, Decision, ErrorBody, Me } from '@svc/contract';
import { canonicalJson } from '@svc/core/canonical-json';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Authenticator, Faults } from '#harness/people/authenticator.ts';
import { addPasskey, addSigningKey, type Signer } from '#harness/people/signing.ts';
import { ACME, call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';
import { resolveReview } from './index.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const SIGNED = { name: 'Signed', action: 'EXPORT', decision: 'REVIEW', approvals: { signed: true } };

let service: TestService;
let [owner, admin]: [Browser, Browser] = [expect.anything(), expect.anything()];
let signer: Signer;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  [owner, admin] = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(service.baseUrl, PEOPLE.admin)];
  signer = await addPasskey(owner, service.baseUrl);
  await apply(SIGNED);
});
afterEach(() => service.stop());

async function apply(policy: object) {
  const body = { policies: [policy], prune: true };
  expect((await call(service.baseUrl, '/v1/policies/apply', { body })).status).toBe(200);
}
const ask = async () => (await call<Decision>(service.baseUrl, '/v1/events', { body: REVIEWED })).body;
const options = (id: string, by = owner) =>
  by.call<ApprovalOptions & ErrorBody>(`/reviews/${id}/approve/options`, { body: {} });
const approve = (id: string, response?: object, by = owner, origin?: string) =>
  by.call<Decision & ErrorBody>(`/reviews/${id}/approve`, {
    body: response === undefined ? {} : { signature: { response } },
    ...(origin !== undefined && { origin }),
  });
const signFor = async (id: string, faults: Faults = {}, by = owner, using: Authenticator = signer.authenticator) =>
  using.get((await options(id, by)).body.options, faults);
const statusOf = async (id: string) => (await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body.review?.status;
const approvals = async () =>
  (await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind.startsWith('review.appro'));
const refusal = ({ status, body }: { status: number; body: ErrorBody }) => [status, Object.keys(body.fields ?? {})];
const BAD_SIGNATURE = [400, ['signature']];

describe('a signed approval', () => {
  it('is of the statement that was shown, and its entry holds all that a stranger needs', async () => {
    await addSigningKey(owner, signer);
    const { id, actionDigest } = await ask();
    const { status, body } = await options(id);
    const { organization, user } = (await owner.call<Me>('/me')).body;
    const statement = JSON.parse(body.statement) as Record<string, string>;
    expect(status).toBe(200);
    expect(statement).toEqual({
      v: 'svc-approval/1',
      organizationId: organization.id,
      eventId: id,
      actionDigest,
      outcome: 'APPROVED',
      accountId: user.id,
      grant: null,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    const leftMs = Date.parse(statement.expiresAt ?? '') - service.clock.nowMs();
    expect([leftMs > 290_000, leftMs <= 300_000]).toEqual([true, true]);
    expect(canonicalJson(statement)).toBe(body.statement);
    expect(body.options).toMatchObject({
      challenge: createHash('sha256').update(body.statement).digest('base64url'),
      userVerification: 'required',
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key' }],
    });
    const response = signer.authenticator.get(body.options);
    const approved = await approve(id, response);
    expect(approved).toMatchObject({ status: 200, body: { finalDecision: 'ALLOW', review: { status: 'APPROVED' } } });
    const [entry] = await approvals();
    expect(entry?.metadata).toMatchObject({
      actionDigest,
      grant: null,
      signature: {
        alg: 'ES256',
        publicKey: expect.stringMatching(/^[\w-]+$/),
        credentialIdHash: `sha256:${createHash('sha256').update(response.id, 'base64url').digest('hex')}`,
        authenticatorData: response.response.authenticatorData,
        clientDataJSON: response.response.clientDataJSON,
        signature: response.response.signature,
        nonce: statement.nonce,
        expiresAt: statement.expiresAt,
      },
    });
    expect(JSON.stringify(entry).length).toBeLessThan(2_000);
  });

  it('is needed from each of several people, and of a review that asked for it when it was made', async () => {
    await apply({ ...SIGNED, approvals: { count: 2, signed: true } });
    const { id } = await ask();
    await apply({ ...SIGNED, approvals: {} });
    await addSigningKey(owner, signer);
    const other = await addPasskey(admin, service.baseUrl);
    await addSigningKey(admin, other);
    expect((await approve(id, await signFor(id))).body.review).toMatchObject({ status: 'PENDING' });
    expect((await approve(id, undefined, admin)).body.error).toBe('signature_required');
    expect((await approve(id, await signFor(id, {}, admin, other.authenticator), admin)).body.finalDecision).toBe(
      'ALLOW',
    );
    const entries = await approvals();
    expect(entries.map(({ kind }) => kind)).toEqual(['review.approval_added', 'review.approved']);
    for (const { metadata } of entries) expect(metadata).toMatchObject({ signature: { alg: 'ES256' }, grant: null });
  });

  it('may be given where none is asked for, and none is needed to deny', async () => {
    await addSigningKey(owner, signer);
    const { id } = await ask();
    expect((await owner.call(`/reviews/${id}/deny`, { body: { signature: {} } })).status).toBe(400);
    expect((await owner.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(200);
    await apply({ ...SIGNED, approvals: {} });
    const { id: plain } = await ask();
    expect((await approve(plain, await signFor(plain))).status).toBe(200);
    expect((await approvals())[0]?.metadata).toMatchObject({ signature: { alg: 'ES256' } });
  });

  it('is asked for with 403 in the app and in a chat, after every other check', async () => {
    const { id } = await ask();
    const plain = await approve(id);
    expect([plain.status, plain.body.error]).toEqual([403, 'signature_required']);
    const { organization, user } = (await owner.call<Me>('/me')).body;
    const person = { accountId: user.id, organizationId: organization.id };
    const inChat = { ...person, channel: 'chat', roleMaxOf: async () => 'OWNER' as const } as const;
    const error = { code: 'signature_required' };
    await expect(resolveReview(service.app.pool, inChat, id, 'approve', null)).rejects.toMatchObject(error);
    expect((await options(id)).body.error).toBe('conflict');
    const member = await signIn(service.baseUrl, PEOPLE.member);
    expect((await approve(id, undefined, member)).body.error).toBe('forbidden');
    expect((await options(id, member)).status).toBe(403);
    await owner.call(`/reviews/${id}/deny`, { body: {} });
    expect((await approve(id)).status).toBe(409);
    expect((await options(id)).status).toBe(409);
    expect(await approvals()).toEqual([]);
  });
});

describe('case 38: it is refused, and the review stays open, for', () => {
  let id: string;
  beforeEach(async () => {
    await addSigningKey(owner, signer);
    id = (await ask()).id;
  });
  /** The review is open, nothing was written, and new options work. */
  const staysOpen = async () => {
    expect([await statusOf(id), await approvals()]).toEqual(['PENDING', []]);
    expect((await approve(id, await signFor(id, { counter: 99 }))).status).toBe(200);
  };

  it.each<[string, Faults]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['no user verification', { isUnverified: true }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['the handle of another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['a count that does not go on', { counter: 1 }],
  ])('%s', async (_what, faults) => {
    expect(refusal(await approve(id, await signFor(id, faults)))).toEqual(BAD_SIGNATURE);
    await staysOpen();
  });

  it('another event', async () => {
    const { id: other } = await ask();
    expect(refusal(await approve(id, await signFor(other)))).toEqual(BAD_SIGNATURE);
    await staysOpen();
  });

  it('another person, with their own statement or this one', async () => {
    const foreign = await addPasskey(admin, service.baseUrl);
    await addSigningKey(admin, foreign);
    expect(refusal(await approve(id, await signFor(id, {}, admin, foreign.authenticator)))).toEqual(BAD_SIGNATURE);
    expect(refusal(await approve(id, await signFor(id, {}, owner, foreign.authenticator)))).toEqual(BAD_SIGNATURE);
    expect(refusal(await approve(id, await signFor(id), admin))).toEqual(BAD_SIGNATURE);
    await staysOpen();
  });

  it('a passkey of the person that does not sign here, or no longer', async () => {
    const second = await addPasskey(owner, service.baseUrl);
    expect(refusal(await approve(id, await signFor(id, {}, owner, second.authenticator)))).toEqual(BAD_SIGNATURE);
    await addSigningKey(owner, second);
    const ended = await signFor(id, {}, owner, second.authenticator);
    expect((await owner.call(`/me/passkeys/${second.passkeyId}`, { method: 'DELETE' })).status).toBe(204);
    expect(refusal(await approve(id, ended))).toEqual(BAD_SIGNATURE);
    await staysOpen();
  });

  it('a challenge of a sign-in or of a new passkey, and its own statement for those', async () => {
    const made = [
      (await openBrowser(service.baseUrl).call<{ challenge: string }>('/auth/passkey/options', { method: 'POST' }))
        .body,
      (await owner.call<{ challenge: string }>('/me/passkeys/options', { method: 'POST' })).body,
    ];
    const { options: own } = (await options(id)).body;
    for (const { challenge } of made) {
      const answer = signer.authenticator.get({ ...own, challenge });
      expect(refusal(await approve(id, answer))).toEqual(BAD_SIGNATURE);
    }
    const response = signer.authenticator.get(own);
    expect((await openBrowser(service.baseUrl).call('/auth/passkey', { body: { response } })).status).toBe(401);
    expect((await approve(id, response)).status).toBe(200);
  });

  it('a statement that is over', async () => {
    const [late, inTime] = [await signFor(id), await signFor(id)];
    service.clock.move('299999ms');
    expect(await statusOf(id)).toBe('PENDING');
    service.clock.move('1ms');
    expect(refusal(await approve(id, late))).toEqual(BAD_SIGNATURE);
    expect(refusal(await approve(id, inTime))).toEqual(BAD_SIGNATURE);
    await staysOpen();
  });

  it('a changed signature, long parts, and other hostile answers', async () => {
    const good = await signFor(id);
    const long = Buffer.alloc(1_025, 'x').toString('base64url');
    const bad = [
      { ...good, response: { ...good.response, signature: 'AAAA' } },
      { ...good, response: { ...good.response, authenticatorData: 'AAAA' } },
      { ...good, response: { ...good.response, authenticatorData: long } },
      { ...good, response: { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') } },
      { ...good, response: { ...good.response, clientDataJSON: long } },
      { ...good, id: 'other' },
    ];
    for (const response of bad) expect(refusal(await approve(id, response))).toEqual(BAD_SIGNATURE);
    for (const body of [{ signature: {} }, { signature: null }, { signature: { response: {} } }, { signature: good }]) {
      expect((await owner.call(`/reviews/${id}/approve`, { body })).status).toBe(400);
    }
    await staysOpen();
  });
});

it('38: a statement is signed once, over two processes at once, and never for a second vote', async () => {
  await apply({ ...SIGNED, approvals: { count: 2, signed: true } });
  await addSigningKey(owner, signer);
  const { id } = await ask();
  const other = await otherProcess(service);
  try {
    const elsewhere = openBrowser(other.baseUrl, owner.cookies);
    const answer = await signFor(id);
    const answers = await Promise.all([approve(id, answer), approve(id, answer, elsewhere, service.baseUrl)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await approvals()).toHaveLength(1);
    await readRows(service.database, 'UPDATE svc.review_votes SET counts = false');
    expect(refusal(await approve(id, answer))).toEqual(BAD_SIGNATURE);
  } finally {
    await other.stop();
  }
});

it('the database takes no approval without one, from a process that knows no signatures', async () => {
  const { id } = await ask();
  const { organization, user } = (await owner.call<Me>('/me')).body;
  const approval = inTransaction(service.app.pool, [organization.id], async (transaction) => {
    const head = await lockHead(transaction, organization.id);
    const entry = {
      organizationId: organization.id,
      at: new Date().toISOString(),
      kind: 'review.approved',
      actor: { type: 'user', id: user.id },
      subject: { type: 'review', id },
      metadata: {},
    } as const;
    const seq = await appendEntries(transaction, head, [entry]);
    await transaction.query(
      `UPDATE svc.reviews SET status = 'APPROVED', decided_at = now(), decided_by = $2, decided_role = 'OWNER',
         channel = 'app', audit_seq = $3 WHERE event_id = $1`,
      [id, user.id, seq],
    );
  });
  await expect(approval).rejects.toThrow('a review was approved without a signature');
  expect(await statusOf(id)).toBe('PENDING');
});
