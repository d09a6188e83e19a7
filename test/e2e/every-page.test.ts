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
  title: Record<Look['locale'], RegExp>;
  open(page: Page): Promise<unknown>;
}

const APPROVE = /^(Approve|Aprovar)$/;

function titled(english: string | RegExp, portuguese: string | RegExp): Visit['title'] {
  const exactly = (title: string | RegExp) => (typeof title === 'string' ? new RegExp(`^${title} · svc$`) : title);
  return { 'en-US': exactly(english), 'pt-BR': exactly(portuguese) };
}

/** The pages in the order of a visit. */
const VISITS: readonly Visit[] = [
  {
    name: 'waiting reviews',
    title: titled('Reviews', 'Revisões'),
    open: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'a review that is open',
    title: titled(/^(Reviews?) · svc$/, /^(Revisões|Revisão) · svc$/),
    async open(page) {
      await page.goto(`/app/reviews?event=${waiting}`);
      await page.getByRole('button', { name: APPROVE }).waitFor();
    },
  },
  {
    name: 'no review found',
    title: titled('Reviews', 'Revisões'),
    async open(page) {
      await page.goto('/app/reviews?q=nothing');
      await page.locator('main h2').first().waitFor();
    },
  },
  {
    name: 'account or more',
    title: titled('Reviews', 'Revisões'),
    async open(page) {
      await page
        .getByRole('button', { name: /^(Account|Conta|More|Mais)/ })
        .filter({ visible: true })
        .first()
        .click();
      await page.locator('[role=menu], [role=dialog]').first().waitFor();
    },
  },
  {
    name: 'the palette',
    title: titled('Reviews', 'Revisões'),
    async open(page) {
      await page.goto('/app/reviews');
      await page.locator('main li').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'all shortcuts',
    title: titled('Reviews', 'Revisões'),
    async open(page) {
      await page.goto('/app/reviews');
      await page.locator('main li').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the sandbox, in which nothing happened',
    title: titled('Events', 'Eventos'),
    async open(page) {
      await page.goto('/app/events?sandbox=true');
      await page.locator('main h2').first().waitFor();
    },
  },
  {
    name: 'an event that waits',
    title: titled('Export 1,200 records from customers', 'Exportar 1.200 registros de customers'),
    async open(page) {
      await page.goto(`/app/events/${waiting}`);
      await page.getByRole('button', { name: APPROVE }).waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.getByRole('button', { name: /^(Prove it here|Provar aqui)$/ }).click();
    },
  },
  {
    name: 'the question',
    title: titled('Export 1,200 records from customers', 'Exportar 1.200 registros de customers'),
    open: (page) => page.getByRole('button', { name: APPROVE }).click(),
  },
  {
    name: 'a blocked event',
    title: titled('Delete data from customers', 'Excluir dados de customers'),
    async open(page) {
      await page.goto(`/app/events/${blocked}`);
      await page.locator('main h2').first().waitFor();
    },
  },
  {
    name: 'anomalies, one open',
    title: titled('Anomalies', 'Anomalias'),
    async open(page) {
      await page.goto('/app/anomalies');
      await page.locator('[data-row] a').first().click();
      await page.locator('[data-drawer]').waitFor();
    },
  },
  {
    name: 'the question about an anomaly',
    title: titled('Anomalies', 'Anomalias'),
    async open(page) {
      await page.getByRole('button', { name: /^(Close the anomaly|Fechar a anomalia)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'events',
    title: titled('Events', 'Eventos'),
    async open(page) {
      await page.goto('/app/events?riskLevel=LOW&agent=billing-bot');
      await page.locator('[data-row]').first().waitFor();
    },
  },
  {
    name: 'a filter to add',
    title: titled('Events', 'Eventos'),
    async open(page) {
      await page.keyboard.press('f');
      await page.getByRole('dialog').getByRole('button').first().waitFor();
    },
  },
  {
    name: 'an event in the drawer',
    title: titled('Events', 'Eventos'),
    async open(page) {
      await page.goto(`/app/events?open=${waiting}`);
      await page.locator('[data-drawer]').getByRole('button', { name: APPROVE }).waitFor();
    },
  },
  {
    name: 'gateway calls',
    title: titled('Gateway calls', 'Chamadas dos gateways'),
    async open(page) {
      await page.goto('/app/gateway-calls');
      await page.getByText('egress refused').waitFor();
    },
  },
  {
    name: 'no gateway call found',
    title: titled('Gateway calls', 'Chamadas dos gateways'),
    async open(page) {
      await page.goto('/app/gateway-calls?q=nothing-like-it');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'no event',
    title: titled('There is no such event', 'Este evento não existe'),
    async open(page) {
      await page.goto('/app/events/nonsense');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'audit, verified, an entry open',
    title: titled('Audit', 'Auditoria'),
    async open(page) {
      await page.goto('/app/audit');
      await page.locator('[data-row]').first().waitFor();
      await page.getByRole('button', { name: /^(Verify the chain|Verificar a cadeia)$/ }).click();
      await page
        .getByText(/^(The chain is whole|A cadeia está íntegra)/)
        .first()
        .waitFor();
      await page.locator('[data-row] a').first().click();
      await page.locator('[data-drawer]').waitFor();
    },
  },
  {
    name: 'no entry found',
    title: titled('Audit', 'Auditoria'),
    async open(page) {
      await page.goto('/app/audit?q=nothing-like-it');
      await page.locator('main h2').waitFor();
    },
  },
  {
    name: 'webhooks',
    title: titled('Webhooks', 'Webhooks'),
    async open(page) {
      await page.goto('/app/webhooks');
      await page.getByRole('link', { name: NOBODY }).first().click();
      await page.locator('summary').first().click();
      await page
        .getByText(/connection refused/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'a new secret for a webhook',
    title: titled(/Webhooks? · svc$/, /Webhooks? · svc$/),
    async open(page) {
      await page.getByRole('button', { name: /^(Make a new secret|Criar um novo segredo) / }).click();
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'a webhook to delete',
    title: titled(/Webhooks? · svc$/, /Webhooks? · svc$/),
    async open(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^(Delete|Excluir) / }).click();
      await page.getByRole('heading', { name: /^(Delete this webhook|Excluir este webhook)/ }).waitFor();
    },
  },
  {
    name: 'a webhook to add, whose address is none',
    title: titled('Webhooks', 'Webhooks'),
    async open(page) {
      await page.goto('/app/webhooks');
      await page.getByRole('button', { name: /^(Add a webhook|Adicionar webhook)/ }).click();
      await page.getByRole('textbox', { name: /^(Address|Endereço)$/ }).fill('ftp://siem.example');
      await page.keyboard.press('Enter');
      await page.getByText(/^(Enter an http|Informe um endereço http)/).waitFor();
    },
  },
  {
    name: 'every part in every state',
    title: titled('Gallery', 'Gallery'),
    async open(page) {
      await page.goto('/app/gallery');
      await page.locator('[data-row]').first().waitFor();
    },
  },
  {
    name: 'no page',
    title: titled('There is no such page', 'Esta página não existe'),
    async open(page) {
      await page.goto('/app/nowhere');
      await page.locator('h1').waitFor();
    },
  },
];

const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';

async function expectSound(page: Page, problems: readonly string[], what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  // Softly: one run shows every page that has something.
  expect
    .soft(
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
      what,
    )
    .toEqual([]);
  expect.soft(await page.evaluate<number>(SIDEWAYS), what).toBeLessThanOrEqual(0);
  expect.soft(problems, what).toEqual([]);
}

describe.each(LOOKS)('$colorScheme, $locale, $viewport.width wide', (look) => {
  it('is sound on every page', async () => {
    // Without motion nothing is looked at while it fades in.
    const { page, context, problems } = await openPage(browser, service, { ...look, reducedMotion: 'reduce' });
    await page.goto('/app');
    await page.locator('input[name=email]').waitFor();
    expect(await page.title()).toBe(look.locale === 'en-US' ? 'Sign in · svc' : 'Entrar · svc');
    expect(await page.getAttribute('html', 'lang')).toBe(look.locale === 'en-US' ? 'en' : 'pt-BR');
    await expectSound(page, problems, 'sign-in');
    await signIn(page, OWNER);
    for (const { name, title, open } of VISITS) {
      await open(page);
      expect.soft(await page.title(), name).toMatch(title[look.locale]);
      await expectSound(page, problems, name);
    }
    await context.close();
  }, 120_000);
});

describe('preferences', () => {
  it('are taken from the browser until they are chosen, and then kept', async () => {
    const { page, context } = await openPage(browser, service, { locale: 'pt-PT', colorScheme: 'dark' });
    await signIn(page, OWNER);
    await page.getByRole('heading', { name: 'Revisões' }).waitFor();
    const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const dark = await background();
    const choose = async (preference: RegExp, value: string) => {
      await page.getByRole('button', { name: /^(Conta|Account)/ }).click();
      await page.getByRole('menuitem', { name: preference }).click();
      await page.getByRole('menuitemradio', { name: value }).click();
    };
    await choose(/^Tema/, 'Claro');
    await expect.poll(background).not.toBe(dark);
    await choose(/^Idioma/, 'English');
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    expect(await background()).not.toBe(dark);
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  });
});
