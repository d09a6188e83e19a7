/**
 * Guarantees for every page, in light and dark, in both languages, wide and narrow. Axe has no objection, the browser
 * has no complaint, there is a title, and nothing scrolls sideways.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
import { startTestService, type TestService } from '#harness/service';
import { callHttp } from '#harness/service/gateways.ts';
import { scanAll } from '../../server/src/anomalies/index.ts';
import { createMetrics } from '../../server/src/metrics/index.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization, WAITING_ACTION } from './organization.ts';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1_280, height: 800 };

/** An address without a listener: deliveries to it wait for their next attempt. */
const NOBODY = 'http://127.0.0.1:1/hook';

/** Calls refused by the service, and by the other side. */
const ROUTES = {
  '018f0000-0000-7000-8000-00000000e001': 'http://169.254.169.254/',
  '018f0000-0000-7000-8000-00000000e002': 'http://127.0.0.1:1/',
};

let service: TestService;
let browser: Browser;
let waiting: string;
let blocked: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startTestService({ provisioning: organization({ webhooks: [NOBODY], routes: ROUTES }) }),
    startBrowser(),
  ]);
  waiting = await decide(service, { ...WAITING_ACTION, content: 'CPF 529.982.247-25, ana@example.com' });
  for (const routeId of [...Object.keys(ROUTES), undefined]) await callHttp(service.baseUrl, { routeId });
  const usual = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  await recordPast(service, { body: usual, hoursAgo: [80, 56, 32], eventsEach: 20 });
  await decide(service, { ...usual, action: 'WRITE_DATA', destination: 'EXTERNAL_EMAIL', recordsAffected: 9_000 });
  const metrics = createMetrics();
  await scanAll({ pool: service.app.pool, metrics }, new AbortController().signal);
  blocked = await decide(service, { agent: 'paused-bot', action: 'DELETE_DATA', resource: 'customers' });
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

interface Look {
  colorScheme: 'light' | 'dark';
  locale: 'en-US' | 'pt-BR';
  viewport: { width: number; height: number };
}

const LOOKS: readonly Look[] = [
  { colorScheme: 'light', locale: 'en-US', viewport: DESKTOP },
  { colorScheme: 'dark', locale: 'pt-BR', viewport: DESKTOP },
  { colorScheme: 'dark', locale: 'en-US', viewport: PHONE },
  { colorScheme: 'light', locale: 'pt-BR', viewport: PHONE },
];

interface Visit {
  name: string;
  title: Record<Look['locale'], string>;
  open(page: Page): Promise<unknown>;
}

const APPROVE = /^(Approve|Aprovar)$/;

/** The pages in the order of a visit. */
const VISITS: readonly Visit[] = [
  {
    name: 'waiting reviews',
    title: { 'en-US': 'Waiting reviews · svc', 'pt-BR': 'Revisões pendentes · svc' },
    open: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'no waiting review found',
    title: { 'en-US': 'Waiting reviews · svc', 'pt-BR': 'Revisões pendentes · svc' },
    async open(page) {
      await page.goto('/app/reviews?q=nothing');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'account',
    title: { 'en-US': 'Waiting reviews · svc', 'pt-BR': 'Revisões pendentes · svc' },
    open: (page) => page.getByRole('button', { name: /^(Account|Conta)/ }).click(),
  },
  {
    name: 'an event that waits',
    title: { 'en-US': 'Export from customers · svc', 'pt-BR': 'Exportar de customers · svc' },
    async open(page) {
      await page.goto(`/app/events/${waiting}`);
      await page.getByRole('button', { name: APPROVE }).waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
    },
  },
  {
    name: 'the question',
    title: { 'en-US': 'Export from customers · svc', 'pt-BR': 'Exportar de customers · svc' },
    open: (page) => page.getByRole('button', { name: APPROVE }).click(),
  },
  {
    name: 'a blocked event',
    title: { 'en-US': 'Delete from customers · svc', 'pt-BR': 'Excluir de customers · svc' },
    async open(page) {
      await page.goto(`/app/events/${blocked}`);
      await page.locator('main h2').first().waitFor();
    },
  },
  {
    name: 'anomalies',
    title: { 'en-US': 'Anomalies · svc', 'pt-BR': 'Anomalias · svc' },
    async open(page) {
      await page.goto('/app/anomalies');
      await page.locator('main li').first().waitFor();
    },
  },
  {
    name: 'the question about an anomaly',
    title: { 'en-US': 'Anomalies · svc', 'pt-BR': 'Anomalias · svc' },
    open: (page) =>
      page
        .getByRole('button', { name: /^(Close|Fechar):/ })
        .first()
        .click(),
  },
  {
    name: 'events',
    title: { 'en-US': 'Events · svc', 'pt-BR': 'Eventos · svc' },
    async open(page) {
      await page.goto('/app/events');
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'gateway calls',
    title: { 'en-US': 'Gateway calls · svc', 'pt-BR': 'Chamadas dos gateways · svc' },
    async open(page) {
      await page.goto('/app/gateway-calls');
      await page.getByText('egress refused').waitFor();
    },
  },
  {
    name: 'no gateway call found',
    title: { 'en-US': 'Gateway calls · svc', 'pt-BR': 'Chamadas dos gateways · svc' },
    async open(page) {
      await page.goto('/app/gateway-calls?q=nothing-like-it');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'no event',
    title: { 'en-US': 'There is no such event · svc', 'pt-BR': 'Este evento não existe · svc' },
    async open(page) {
      await page.goto('/app/events/nonsense');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'audit, checked',
    title: { 'en-US': 'Audit · svc', 'pt-BR': 'Auditoria · svc' },
    async open(page) {
      await page.goto('/app/audit');
      await page.locator('tbody tr').first().waitFor();
      await page.locator('summary').first().click();
      await page.getByRole('button', { name: /^(Check the chain|Verificar a cadeia)$/ }).click();
      await page.getByText(/^(The chain is whole|A cadeia está íntegra)/).waitFor();
    },
  },
  {
    name: 'no entry found',
    title: { 'en-US': 'Audit · svc', 'pt-BR': 'Auditoria · svc' },
    async open(page) {
      await page.goto('/app/audit?q=nothing-like-it');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'webhooks',
    title: { 'en-US': 'Webhooks · svc', 'pt-BR': 'Webhooks · svc' },
    async open(page) {
      await page.goto('/app/webhooks');
      await page.locator('summary').first().click();
      await page
        .getByText(/connection refused/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'a webhook to add, whose address is none',
    title: { 'en-US': 'Webhooks · svc', 'pt-BR': 'Webhooks · svc' },
    async open(page) {
      await page.getByRole('button', { name: /^(Add a webhook|Adicionar webhook)$/ }).click();
      await page.getByLabel(/^(Address|Endereço)$/).fill('ftp://siem.example');
      await page.keyboard.press('Enter');
      await page.getByText(/^(Enter an http|Informe um endereço http)/).waitFor();
    },
  },
  {
    name: 'a new secret for a webhook',
    title: { 'en-US': 'Webhooks · svc', 'pt-BR': 'Webhooks · svc' },
    async open(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^(Make a new secret|Criar um novo segredo) / }).click();
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'a webhook to delete',
    title: { 'en-US': 'Webhooks · svc', 'pt-BR': 'Webhooks · svc' },
    async open(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^(Delete|Excluir) / }).click();
      await page.getByRole('heading', { name: /^(Delete this webhook|Excluir este webhook)/ }).waitFor();
    },
  },
  {
    name: 'no page',
    title: { 'en-US': 'There is no such page · svc', 'pt-BR': 'Esta página não existe · svc' },
    async open(page) {
      await page.goto('/app/nowhere');
      await page.locator('h1').waitFor();
    },
  },
];

const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';

async function expectSound(page: Page, problems: readonly string[], what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    what,
  ).toEqual([]);
  expect(await page.evaluate<number>(SIDEWAYS), what).toBeLessThanOrEqual(0);
  expect(problems, what).toEqual([]);
}

describe.each(LOOKS)('$colorScheme, $locale, $viewport.width wide', (look) => {
  it('is sound on every page', async () => {
    const { page, context, problems } = await openPage(browser, service, look);
    await page.goto('/app');
    await page.locator('input[name=email]').waitFor();
    expect(await page.title()).toBe(look.locale === 'en-US' ? 'Sign in · svc' : 'Entrar · svc');
    expect(await page.getAttribute('html', 'lang')).toBe(look.locale === 'en-US' ? 'en' : 'pt-BR');
    await expectSound(page, problems, 'sign-in');
    await signIn(page, OWNER);
    for (const { name, title, open } of VISITS) {
      await open(page);
      expect(await page.title(), name).toBe(title[look.locale]);
      await expectSound(page, problems, name);
    }
    await context.close();
  }, 120_000);
});

describe('preferences', () => {
  it('are taken from the browser until they are chosen, and then kept', async () => {
    const { page, context } = await openPage(browser, service, { locale: 'pt-PT', colorScheme: 'dark' });
    await signIn(page, OWNER);
    await page.getByRole('heading', { name: 'Revisões pendentes' }).waitFor();
    const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const dark = await background();
    await page.getByRole('button', { name: /^Conta/ }).click();
    await page.getByLabel('Tema').selectOption('Claro');
    expect(await background()).not.toBe(dark);
    await page.getByLabel('Idioma').selectOption('English');
    await page.getByRole('heading', { name: 'Waiting reviews' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Waiting reviews' }).waitFor();
    expect(await background()).not.toBe(dark);
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  });
});
