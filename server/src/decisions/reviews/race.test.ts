// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: many people approve and deny one review at once, on two processes, and one of them wins. One audit entry
 * records it, and the chain stays whole. SVC_TEST_RACE_ROUNDS sets another number of rounds.
 */
import type { Decision, ErrorBody } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { ACME, call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { expireReviews } from './index.ts';

const ROUNDS = Number(process.env.SVC_TEST_RACE_ROUNDS ?? amount(2, 20));
const RESOLVERS = 64;
const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

let services: [TestService, TestService];
let browsers: Browser[];
beforeAll(async () => {
  const policies = `
      - { name: Review exports, action: EXPORT, decision: REVIEW, approverRoles: [OWNER, ADMIN, MEMBER] }`;
  const service = await openOrganization({ provisioning: () => acmeWithPeople({ policies }) });
  services = [service, await otherProcess(service)];
  browsers = [];
  for (const email of [PEOPLE.owner, PEOPLE.admin, PEOPLE.member]) {
    const signedIn = await signIn(service.baseUrl, email);
    browsers.push(...services.map(({ baseUrl }) => openBrowser(baseUrl, signedIn.cookies)));
  }
});
afterAll(async () => {
  await services[1].stop();
  await services[0].stop();
});

const reviewed = async () => (await call(services[0].baseUrl, '/v1/events', { body: REVIEWED })).body.id;
/** Three people answer for sixty-four, which is more than people may in a minute. */
const forgetRates = () => readRows(services[0].database, 'DELETE FROM svc.rate_windows');
const resolutionsOf = async (id: string) =>
  (await readAuditEntries(services[0].database, ACME)).filter(
    ({ kind, subject }) => kind.startsWith('review.') && subject.id === id,
  );

it(`gives ${RESOLVERS} approvals and denials at once one winner and one entry, ${ROUNDS} rounds`, async () => {
  const winners = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetRates();
    const id = await reviewed();
    const answers = await Promise.all(
      Array.from({ length: RESOLVERS }, (_, index) => {
        const browser = browsers[index % browsers.length] as Browser;
        const word = Math.floor(index / browsers.length) % 2 === 0 ? 'approve' : 'deny';
        return browser.call<Decision & ErrorBody>(`/reviews/${id}/${word}`, { body: { note: `${round}-${index}` } });
      }),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(RESOLVERS - 1);
    expect(won).toHaveLength(1);
    const { body } = won[0] as (typeof answers)[number];
    const entries = await resolutionsOf(id);
    expect(entries.map(({ kind }) => kind)).toEqual([`review.${body.review?.status.toLowerCase()}`]);
    expect((await call(services[1].baseUrl, `/v1/events/${id}`)).body).toMatchObject({ review: body.review });
    winners.add(String(body.review?.status));
  }
  const entries = await readAuditEntries(services[0].database, ACME);
  expect(entries.filter(({ kind }) => kind.startsWith('review.'))).toHaveLength(ROUNDS);
  expect(verifyEntries(entries)).toMatchObject({ isValid: true });
  expect(winners.size).toBeGreaterThan(0);
});

/** From a review that is already due to one that never expires in the test, with close calls between. */
const DUE_IN_MS = amount([0, 8, 20, 60_000], [0, 1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60_000]);

it('lets either an approval or the expiry win, never both, when they meet', async () => {
  const { database, app } = services[0];
  const outcomes = new Set<string | undefined>();
  for (const dueInMs of DUE_IN_MS) {
    const id = await reviewed();
    const expiresAt = new Date(Date.now() + dueInMs);
    await readRows(database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = $1', [id, expiresAt]);
    const expiring = async () => {
      while ((await expireReviews(app.pool, new AbortController().signal)).reviews === 0) {
        const [row] = await readRows(database, 'SELECT status FROM svc.reviews WHERE event_id = $1', [id]);
        if (row?.status !== 'PENDING') return;
      }
    };
    const approving = Promise.all(
      browsers.map((browser) => browser.call<Decision>(`/reviews/${id}/approve`, { body: {} })),
    );
    const [answers] = await Promise.all([approving, expiring(), expiring()]);
    const approved = answers.filter(({ status }) => status === 200).length;
    const entries = await resolutionsOf(id);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.kind).toBe(approved === 1 ? 'review.approved' : 'review.expired');
    const [row] = await readRows(database, 'SELECT status FROM svc.reviews WHERE event_id = $1', [id]);
    expect(row?.status).toBe(approved === 1 ? 'APPROVED' : 'EXPIRED');
    outcomes.add(row?.status);
  }
  expect(outcomes).toEqual(new Set(['APPROVED', 'EXPIRED']));
  expect(verifyEntries(await readAuditEntries(database, ACME))).toMatchObject({ isValid: true });
});
