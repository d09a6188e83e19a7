// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an organization ends only after its subscription, and a payment that comes later is undone. */
import type { Billing, BillingPage } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GLOBEX, openOrganization, strictProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { openStripe, type StandInSubscription, type StripeStandIn } from '#harness/stripe';

let stripe: StripeStandIn;
let without: TestService;
let service: TestService;
let browser: Browser;
beforeEach(async () => {
  stripe = await openStripe();
  without = await openOrganization({ provisioning: acmeWithPeople });
  service = await strictProcess(without);
  // The only member of Globex, so that the end of the account is the end of the organization.
  browser = await signIn(service.baseUrl, PEOPLE.stranger);
});
afterEach(() => without.stop());

async function send(subscription: StandInSubscription): Promise<number> {
  const { body, headers } = stripe.event('customer.subscription.updated', subscription);
  return (await fetch(`${service.baseUrl}/billing/webhook`, { method: 'POST', headers, body })).status;
}

async function pay(): Promise<StandInSubscription> {
  await browser.call<BillingPage>('/billing/checkout', { body: { plan: 'BUSINESS' } });
  const subscription = stripe.pay(stripe.sessions.at(-1)?.id ?? '');
  expect(await send(subscription)).toBe(200);
  return subscription;
}

const deleteOrganization = () =>
  browser.call('/organization', { method: 'DELETE', body: { password: PASSWORD, confirmName: GLOBEX } });
const deleteAccount = () => browser.call('/me', { method: 'DELETE', body: { password: PASSWORD, confirm: 'DELETE' } });
const isThere = async () => (await browser.call<Billing>('/billing')).status === 200;

it.each([
  ['the organization', deleteOrganization],
  ['the account of its only member', deleteAccount],
])('the end of %s cancels at once, without refund or proration', async (_name, end) => {
  const subscription = await pay();
  expect((await end()).status).toBe(204);
  expect(subscription.status).toBe('canceled');
  const cancel = stripe.asked.find(({ method }) => method === 'DELETE');
  expect(cancel?.form).toEqual({ invoice_now: 'false', prorate: 'false' });
});

it.each([
  ['the organization', deleteOrganization],
  ['the account of its only member', deleteAccount],
])('%s stays whole while the subscription cannot be cancelled', async (_name, end) => {
  const subscription = await pay();
  stripe.refusals.set(/^DELETE /, 402);
  const { status, body } = await end();
  expect([status, body.error]).toEqual([503, 'unavailable']);
  expect(subscription.status).toBe('active');
  expect(await isThere()).toBe(true);
  stripe.refusals.clear();
  expect((await end()).status).toBe(204);
});

it('a wrong password, a wrong name or a role too small cancels nothing', async () => {
  const subscription = await pay();
  const body = { password: 'wrong horse battery', confirmName: GLOBEX };
  expect((await browser.call('/organization', { method: 'DELETE', body })).status).toBe(401);
  const other = { password: PASSWORD, confirmName: 'globex' };
  expect((await browser.call('/organization', { method: 'DELETE', body: other })).status).toBe(400);
  expect(subscription.status).toBe('active');
});

it('a page of payment that is open ends too, and one that is paid all the same is undone', async () => {
  await browser.call<BillingPage>('/billing/checkout', { body: { plan: 'TEAM' } });
  expect((await deleteOrganization()).status).toBe(204);
  const [session] = stripe.sessions;
  if (session === undefined) throw new Error('there was no page');
  expect(session.status).toBe('expired');
  session.status = 'open';
  const late = stripe.pay(session.id);
  expect(await send(late)).toBe(200);
  expect(late.status).toBe('canceled');
  const rows = await readRows(service.database, 'SELECT * FROM svc.billing_ended');
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['customer_id', 'ended_at']);
});

it('a subscription that no processor can cancel keeps its organization', async () => {
  await pay();
  const { status } = await (await signIn(without.baseUrl, PEOPLE.stranger)).call('/organization', {
    method: 'DELETE',
    body: { password: PASSWORD, confirmName: GLOBEX },
  });
  expect(status).toBe(503);
  expect(await isThere()).toBe(true);
  expect((await fetch(`${without.baseUrl}/billing/webhook`, { method: 'POST' })).status).toBe(404);
});
