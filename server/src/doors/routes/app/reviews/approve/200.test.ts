// SPDX-License-Identifier: Apache-2.0
/** POST /reviews/{eventId}/approve and /deny: the outcome, its audit entry, and the note that can be erased. */
import type { Decision, EventDetail, Me } from '@svc/contract';
import { commitText, verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
