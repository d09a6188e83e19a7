// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the plan follows what is paid for, in whatever order and number events come. An event that is forged, old,
 * or of another account changes nothing.
 */
import type { AuditItem, Billing, BillingPage } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOrganization, strictProcess, type TestService } from '#harness/service';
import { organizationIds, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { openStripe, type StandInSubscription, type StripeStandIn, stripeSignature } from '#harness/stripe';
import { endGraces } from './index.ts';

const DAY_MS = 86_400_000;

let stripe: StripeStandIn;
let service: TestService;
let owner: Browser;
beforeEach(async () => {
  stripe = await openStripe();
  const provisioning = () => acmeWithPeople({ plan: 'DEVELOPER', settings: ['agentsMax: 9'] });
  service = await strictProcess(await openOrganization({ provisioning }));
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterEach(async () => {
  await service.stop();
});

const billing = async () => (await owner.call<Billing>('/billing')).body;
const checkout = (plan: string, more = {}) => owner.call<BillingPage>('/billing/checkout', { body: { plan, ...more } });

async function send({ body, headers }: { body: string; headers: Record<string, string> }): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/billing/webhook`, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

/** A page of payment, paid, and the event of it. */
async function pay(plan: string): Promise<StandInSubscription> {
  expect((await checkout(plan)).status).toBe(200);
  const subscription = stripe.pay(stripe.sessions.at(-1)?.id ?? '');
  expect(await send(stripe.event('customer.subscription.created', subscription))).toBe(200);
  return subscription;
}

const changed = (subscription: StandInSubscription, type = 'customer.subscription.updated') =>
  send(stripe.event(type, subscription));

const lapse = async (nowMs: number) =>
  await endGraces(service.app.pool, await organizationIds(service.database), nowMs);

describe('a payment', () => {
  it("gives the plan, in the processor's words and the table's price, with an audit entry", async () => {
    const subscription = await pay('TEAM');
    expect(stripe.prices).toMatchObject([{ currency: 'usd', unit_amount: 9_900, recurring: { interval: 'month' } }]);
    expect(await billing()).toMatchObject({
      change: 'billing',
      plan: 'TEAM',
      subscription: { state: 'ACTIVE', plan: 'TEAM', endsThen: false, graceEndsAt: null },
    });
    const [entry] = (await owner.call<{ items: AuditItem[] }>('/audit?kind=organization.updated')).body.items;
    expect(entry).toMatchObject({ actor: { type: 'system', id: 'billing' } });
    expect(entry?.metadata).toMatchObject({
      before: { plan: 'DEVELOPER' },
      after: { plan: 'TEAM' },
      source: 'billing',
    });
    expect(JSON.stringify(entry)).not.toContain(subscription.customer);
    expect(service.logged()).not.toMatch(/sk_test_|whsec_/);
  });

  it('is asked for once: an open page ends with the next one, and there is one customer', async () => {
    await checkout('TEAM');
    await checkout('BUSINESS');
    expect(stripe.sessions.map(({ status }) => status)).toEqual(['expired', 'open']);
    expect(stripe.customers).toHaveLength(1);
  });

  it('changes from plan to plan on a page that says what it costs', async () => {
    const subscription = await pay('TEAM');
    expect((await checkout('TEAM')).status).toBe(409);
    const { status, body } = await checkout('BUSINESS');
    expect([status, body.url]).toEqual([200, expect.stringContaining('/portal/')]);
    const flow = stripe.asked.find(({ path }) => path.endsWith('/billing_portal/sessions'))?.form.flow_data;
    expect(flow).toMatchObject({
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: subscription.id, items: [{ quantity: '1' }] },
    });
    const business = stripe.prices.find(({ lookup_key: key }) => key === 'svc_business_monthly');
    if (subscription.items.data[0] !== undefined && business !== undefined) subscription.items.data[0].price = business;
    await changed(subscription);
    expect((await billing()).plan).toBe('BUSINESS');
    expect((await owner.call<BillingPage>('/billing/portal', { method: 'POST' })).status).toBe(200);
  });

  it('of a price that is not in the table gives nothing', async () => {
    await checkout('TEAM');
    const subscription = stripe.pay(stripe.sessions[0]?.id ?? '');
    const [item] = subscription.items.data;
    if (item !== undefined) item.price = { ...item.price, unit_amount: 100 };
    await changed(subscription);
    expect(await billing()).toMatchObject({ plan: 'DEVELOPER', subscription: null });
  });

  it('refuses amounts and currencies of callers, and everybody but owners', async () => {
    for (const more of [{ unitAmount: 1 }, { currency: 'brl' }, { plan: 'ENTERPRISE' }, { plan: 'DEVELOPER' }]) {
      expect((await checkout('TEAM', more)).status).toBe(400);
    }
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    expect((await admin.call('/billing/checkout', { body: { plan: 'TEAM' } })).status).toBe(403);
    expect(stripe.asked).toEqual([]);
    expect((await owner.call('/billing/portal', { method: 'POST' })).status).toBe(409);
  });

  it('never touches a contract', async () => {
    const subscription = await pay('TEAM');
    await service.provision(acmeWithPeople({ plan: 'ENTERPRISE' }));
    subscription.status = 'canceled';
    await changed(subscription);
    await lapse(Date.now() + 60 * DAY_MS);
    expect((await billing()).plan).toBe('ENTERPRISE');
    expect((await checkout('TEAM')).status).toBe(409);
  });

  it('is 503 while the processor fails, without a word of it, and nothing is changed', async () => {
    stripe.refusals.set(/./, 400);
    const { status, body } = await owner.call('/billing/checkout', { body: { plan: 'TEAM' } });
    expect([status, body.error]).toEqual([503, 'unavailable']);
    expect(service.logged() + JSON.stringify(body)).not.toMatch(/sk_test_/);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.billing_accounts')).toEqual([]);
  });
});

describe('an event', () => {
  it('is a reason to look: events in the wrong order and twice end at the present state', async () => {
    await checkout('TEAM');
    const subscription = stripe.pay(stripe.sessions[0]?.id ?? '');
    const early = stripe.event('customer.subscription.created', subscription);
    subscription.status = 'past_due';
    const late = stripe.event('invoice.payment_failed', { id: 'in_1', customer: { id: subscription.customer } });
    subscription.status = 'active';
    expect([await send(late), await send(early), await send(early), await send(late)]).toEqual([200, 200, 200, 200]);
    expect(await billing()).toMatchObject({ plan: 'TEAM', subscription: { state: 'ACTIVE', graceEndsAt: null } });
    const looks = stripe.asked.filter(({ path }) => path === '/v1/subscriptions').length;
    await send(early);
    expect(stripe.asked.filter(({ path }) => path === '/v1/subscriptions')).toHaveLength(looks);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.billing_events')).toHaveLength(2);
  });

  it('that read an older state never writes over a newer one', async () => {
    const subscription = await pay('TEAM');
    // The first look reads `past_due`, and is answered after the second look has read and written `active`.
    subscription.status = 'past_due';
    stripe.beforeList = async () => {
      stripe.beforeList = async () => {};
      subscription.status = 'active';
      subscription.cancel_at_period_end = true;
      expect(await changed(subscription)).toBe(200);
    };
    expect(await changed(subscription)).toBe(200);
    expect((await billing()).subscription).toMatchObject({ state: 'ACTIVE', endsThen: true, graceEndsAt: null });
  });

  it('comes again when the processor could not be asked', async () => {
    const subscription = await pay('TEAM');
    subscription.status = 'past_due';
    const event = stripe.event('customer.subscription.updated', subscription);
    stripe.refusals.set(/GET \/v1\/subscriptions/, 400);
    expect(await send(event)).toBe(503);
    expect((await billing()).subscription).toMatchObject({ state: 'ACTIVE' });
    stripe.refusals.clear();
    expect(await send(event)).toBe(200);
    expect((await billing()).subscription).toMatchObject({ state: 'PAST_DUE' });
  });

  it.each<[string, (body: string) => string | undefined]>([
    ['without a signature', () => undefined],
    ['signed with another secret', (body) => stripeSignature(body, 'whsec_another0123456789')],
    ['signed for another body', () => stripeSignature('{}')],
    ['signed too long ago', (body) => stripeSignature(body, undefined, Date.now() - 301_000)],
    ['signed in the future', (body) => stripeSignature(body, undefined, Date.now() + 400_000)],
    [
      'with an old signature under a new time',
      (body) => `t=${Math.floor(Date.now() / 1_000)},${stripeSignature(body).split(',')[1]?.replace(/.$/, '0')}0`,
    ],
    ['with a signature that is none', () => 'v1=,t=,,='],
  ])('%s is 401 and changes nothing', async (_name, signatureOf) => {
    const subscription = await pay('TEAM');
    subscription.status = 'canceled';
    const { body } = stripe.event('customer.subscription.deleted', subscription);
    const signature = signatureOf(body);
    const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
    expect(await send({ body, headers })).toBe(401);
    expect((await billing()).subscription).toMatchObject({ state: 'ACTIVE' });
  });

  it('of another account, of live mode, of an unknown customer or kind is taken and changes nothing', async () => {
    const subscription = await pay('TEAM');
    subscription.status = 'canceled';
    const type = 'customer.subscription.deleted';
    const asked = stripe.asked.length;
    for (const event of [
      stripe.event(type, subscription, { account: 'acct_another' }),
      stripe.event(type, subscription, { livemode: true }),
      stripe.event(type, { ...subscription, customer: 'cus_unknown' }),
      stripe.event(type, { ...subscription, customer: null }),
      stripe.event('customer.created', { id: subscription.customer }),
      stripe.event('a.kind.of.tomorrow', subscription),
    ]) {
      expect(await send(event)).toBe(200);
    }
    expect(stripe.asked).toHaveLength(asked);
    expect((await billing()).plan).toBe('TEAM');
  });
});

describe('a plan that is not paid for any more', () => {
  it('goes on for 14 days, tells so, and ends once', async () => {
    const subscription = await pay('TEAM');
    subscription.status = 'past_due';
    await changed(subscription, 'invoice.payment_failed');
    const { plan, subscription: shown } = await billing();
    const endsMs = Date.parse(shown?.graceEndsAt ?? '');
    expect([plan, shown?.state, Math.round((endsMs - service.clock.nowMs()) / DAY_MS)]).toEqual([
      'TEAM',
      'PAST_DUE',
      14,
    ]);
    await lapse(endsMs - 1_000);
    expect((await billing()).plan).toBe('TEAM');
    await lapse(endsMs + 1_000);
    expect(await billing()).toMatchObject({ plan: 'DEVELOPER', subscription: null });
    // The operator's word counts from then on, whatever late events say.
    await service.provision(acmeWithPeople({ plan: 'BUSINESS' }));
    subscription.status = 'canceled';
    await changed(subscription, 'customer.subscription.deleted');
    await lapse(endsMs + 90 * DAY_MS);
    expect((await billing()).plan).toBe('BUSINESS');
  });

  it('is paid again within the grace, and nothing has happened', async () => {
    const subscription = await pay('BUSINESS');
    subscription.status = 'unpaid';
    await changed(subscription);
    subscription.status = 'active';
    await changed(subscription, 'invoice.paid');
    await lapse(Date.now() + 90 * DAY_MS);
    expect(await billing()).toMatchObject({ plan: 'BUSINESS', subscription: { state: 'ACTIVE', graceEndsAt: null } });
  });

  it('was cancelled: it goes on for 7 days, and can be paid for anew', async () => {
    const subscription = await pay('TEAM');
    subscription.cancel_at_period_end = true;
    await changed(subscription);
    expect((await billing()).subscription).toMatchObject({ state: 'ACTIVE', endsThen: true });
    subscription.status = 'canceled';
    await changed(subscription, 'customer.subscription.deleted');
    const { subscription: shown } = await billing();
    expect(shown).toMatchObject({ state: 'CANCELLED', endsThen: false });
    expect(Math.round((Date.parse(shown?.graceEndsAt ?? '') - service.clock.nowMs()) / DAY_MS)).toBe(7);
    await pay('BUSINESS');
    await lapse(Date.now() + 90 * DAY_MS);
    expect(await billing()).toMatchObject({ plan: 'BUSINESS', subscription: { state: 'ACTIVE' } });
  });
});

it('the public configuration says that plans are paid for', async () => {
  const answer = await fetch(`${service.baseUrl}/public/config`);
  expect(await answer.json()).toMatchObject({ planChangeEnabled: true, billingEnabled: true });
});
