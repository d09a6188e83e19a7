// SPDX-License-Identifier: Apache-2.0
/** Guarantee: owners, and they alone, are told once when a payment fails and once when the plan has ended. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailServer, smtpAddress, startMailServer } from '#harness/mail';
import { ACME, openOrganization, strictProcess, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { organizationIds, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { openStripe, type StandInSubscription, type StripeStandIn } from '#harness/stripe';
import { TEST_AUTHORITY } from '#harness/upstream';
import { createMails, createSmtpTransport } from '../../outgoing/mail/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { endGraces } from './index.ts';

const DAY_MS = 86_400_000;
const BASE_URL = 'https://svc.example';
const never = new AbortController().signal;

let stripe: StripeStandIn;
let server: MailServer;
let service: TestService;
let owner: Browser;
beforeEach(async () => {
  stripe = await openStripe();
  server = await startMailServer();
  const provisioning = () => acmeWithPeople({ plan: 'DEVELOPER', settings: ['agentsMax: 9'] });
  service = await strictProcess(await openOrganization({ provisioning }));
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await owner.call('/me', { method: 'PATCH', body: { language: 'en' } });
});
afterEach(async () => {
  await service.stop();
  await server.stop();
});

/** Mails of billing as they have arrived, after all that waits was sent. */
async function told(): Promise<string[]> {
  const mails = createMails({
    pool: service.app.pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    transport: createSmtpTransport(smtpAddress(server), { ca: TEST_AUTHORITY }),
    baseUrl: () => BASE_URL,
    from: null,
    log: { warn: () => {}, error: (fields: object) => expect(fields).toBe('no error') },
    metrics: createMetrics(),
  });
  await mails.sendDue(never);
  return server.mails
    .filter(({ read }) => /payment|subscription|plan|pagamento/.test(read.subject ?? ''))
    .flatMap(({ to, read }) => to.map((one) => `${one}: ${read.subject}`));
}

async function pay(plan: string): Promise<StandInSubscription> {
  expect((await owner.call('/billing/checkout', { body: { plan } })).status).toBe(200);
  const subscription = stripe.pay(stripe.sessions.at(-1)?.id ?? '');
  await say('customer.subscription.created', subscription);
  return subscription;
}

async function say(type: string, subscription: StandInSubscription): Promise<void> {
  const { body, headers } = stripe.event(type, subscription);
  const answer = await fetch(`${service.baseUrl}/billing/webhook`, { method: 'POST', headers, body });
  await answer.text();
  expect(answer.status).toBe(200);
}

async function endAll(nowMs: number): Promise<void> {
  await endGraces(service.app.pool, await organizationIds(service.database), nowMs);
}

const failed = () => `${PEOPLE.owner}: A payment for ${ACME} has failed`;
const ended = () => `${PEOPLE.owner}: ${ACME} is on the plan DEVELOPER now`;

it('tells of a failed payment once, and of the end once, however often the processor says so', async () => {
  const subscription = await pay('TEAM');
  expect(await told()).toEqual([]);
  subscription.status = 'past_due';
  await say('invoice.payment_failed', subscription);
  subscription.status = 'unpaid';
  await say('customer.subscription.updated', subscription);
  expect(await told()).toEqual([failed()]);
  const [letter] = server.mails.filter(({ read }) => read.subject?.includes('payment'));
  expect(letter?.read.text).toMatch(new RegExp(`${ACME} keeps the plan TEAM until [^]*older events are deleted`));
  expect(letter?.read.text).toContain(`${BASE_URL}/app/plan`);
  expect(letter?.read.text).not.toContain(subscription.customer);
  await endAll(Date.now() + 15 * DAY_MS);
  await endAll(Date.now() + 16 * DAY_MS);
  subscription.status = 'canceled';
  await say('customer.subscription.deleted', subscription);
  expect(await told()).toEqual([failed(), ended()]);
});

it('tells nothing that a payment has overtaken, and tells of the next failure anew', async () => {
  const subscription = await pay('TEAM');
  subscription.status = 'past_due';
  await say('invoice.payment_failed', subscription);
  subscription.status = 'active';
  await say('invoice.paid', subscription);
  expect(await told()).toEqual([]);
  subscription.status = 'past_due';
  await say('invoice.payment_failed', subscription);
  expect(await told()).toEqual([failed()]);
});

it('tells of a subscription that was cancelled, in the language of the owner', async () => {
  await owner.call('/me', { method: 'PATCH', body: { language: 'pt-BR' } });
  const subscription = await pay('BUSINESS');
  subscription.status = 'canceled';
  await say('customer.subscription.deleted', subscription);
  await told();
  const [mail] = server.mails.filter(({ read }) => read.subject?.includes('assinatura'));
  expect([mail?.to, mail?.read.subject]).toEqual([[PEOPLE.owner], `A assinatura de ${ACME} terminou`]);
});

it('tells nothing of a plan that a contract has replaced', async () => {
  const subscription = await pay('TEAM');
  subscription.status = 'past_due';
  await say('invoice.payment_failed', subscription);
  await told();
  await service.provision(acmeWithPeople({ plan: 'ENTERPRISE' }));
  await endAll(Date.now() + 15 * DAY_MS);
  expect(await told()).toEqual([failed()]);
  const [{ plan } = { plan: '' }] = await readRows<{ plan: string }>(
    service.database,
    `SELECT plan FROM svc.organizations WHERE name = '${ACME}'`,
  );
  expect(plan).toBe('ENTERPRISE');
});
