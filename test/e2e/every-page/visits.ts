// SPDX-License-Identifier: Apache-2.0
/** The table of pages: how a person gets to each, and its title in both languages. */
import { go, titled, type Visit } from './visit.ts';
import { VISITS_OF_DOORS } from './visits-of-doors.ts';
import { VISITS_OF_OTHERS } from './visits-of-others.ts';
import { VISITS_OF_PEOPLE } from './visits-of-people.ts';
import { VISITS_OF_RECORDS } from './visits-of-records.ts';

const APPROVE = /^(Approve|Aprovar)$/;

/** The pages, in parts that are visited side by side; in a part, in the order of a visit. */
export const VISITS = {
  reviews: [
    {
      name: 'waiting reviews',
      title: titled('Reviews', 'Revisões'),
      open: (page) => page.locator('main li').first().waitFor(),
    },
    {
      name: 'a review that is open',
      picture: 'review',
      title: titled(/^(Reviews?) · svc$/, /^(Revisões|Revisão) · svc$/),
      async open(page, at) {
        await go(page, `/app/reviews?event=${at.waiting}`);
        await page.getByRole('button', { name: APPROVE }).waitFor();
      },
    },
    {
      name: 'no review found',
      title: titled('Reviews', 'Revisões'),
      async open(page) {
        await go(page, '/app/reviews?q=nothing');
        await page.locator('main h2').first().waitFor();
      },
    },
    {
      name: 'account or more',
      goesOn: true,
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
  ],
  decisions: [
    {
      name: 'the overview',
      title: titled('Overview', 'Visão geral'),
      async open(page) {
        await go(page, '/app/overview');
        await page.getByRole('group', { name: /\d+ (hours|days|horas|dias)$/ }).waitFor();
        await page.locator('main li').first().waitFor();
      },
    },
    {
      name: 'the overview as a table',
      title: titled('Overview', 'Visão geral'),
      async open(page) {
        await go(page, '/app/overview?table=true&by=risk&period=7d');
        await page.locator('main table').waitFor();
      },
    },
    {
      name: 'the sandbox, in which nothing happened',
      title: titled('Events', 'Eventos'),
      async open(page) {
        await go(page, '/app/events?sandbox=true');
        await page.locator('main h2').first().waitFor();
      },
    },
    {
      name: 'an event that waits',
      title: titled('Export 1,200 records from customers', 'Exportar 1.200 registros de customers'),
      async open(page, at) {
        await go(page, `/app/events/${at.waiting}`);
        await page.getByRole('button', { name: APPROVE }).waitFor();
        for (const summary of await page.locator('summary').all()) await summary.click();
        await page.getByRole('button', { name: /^(Prove it here|Provar aqui)$/ }).click();
      },
    },
    {
      name: 'the question',
      goesOn: true,
      title: titled('Export 1,200 records from customers', 'Exportar 1.200 registros de customers'),
      open: (page) => page.getByRole('button', { name: APPROVE }).click(),
    },
    {
      name: 'a blocked event',
      title: titled('Delete data from customers', 'Excluir dados de customers'),
      async open(page, at) {
        await go(page, `/app/events/${at.blocked}`);
        await page.locator('main h2').first().waitFor();
      },
    },
  ],
  events: [
    {
      name: 'events',
      title: titled('Events', 'Eventos'),
      async open(page) {
        await go(page, '/app/events?riskLevel=LOW&agent=billing-bot');
        await page.locator('[data-row]').first().waitFor();
      },
    },
    {
      name: 'a filter to add',
      goesOn: true,
      title: titled('Events', 'Eventos'),
      async open(page) {
        await page.keyboard.press('f');
        await page.getByRole('dialog').getByRole('button').first().waitFor();
      },
    },
    {
      name: 'an event in the drawer',
      title: titled('Events', 'Eventos'),
      async open(page, at) {
        await go(page, `/app/events?open=${at.waiting}`);
        await page.locator('[data-drawer]').getByRole('button', { name: APPROVE }).waitFor();
      },
    },
    {
      name: 'a filter in the address that is not there',
      title: titled('Events', 'Eventos'),
      async open(page) {
        await go(page, '/app/events?risk=HIGH');
        await page.getByText('risk=HIGH').waitFor();
        await page.locator('[data-row]').first().waitFor();
      },
    },
    {
      name: 'no event',
      title: titled('There is no such event', 'Este evento não existe'),
      async open(page) {
        await go(page, '/app/events/nonsense');
        await page.locator('main h2 + p').waitFor();
      },
    },
  ],
  activity: [
    {
      name: 'anomalies, one open',
      title: titled('Anomalies', 'Anomalias'),
      async open(page) {
        await go(page, '/app/anomalies');
        await page.locator('[data-row] a').first().click();
        await page.locator('[data-drawer]').waitFor();
      },
    },
    {
      name: 'the question about an anomaly',
      goesOn: true,
      title: titled('Anomalies', 'Anomalias'),
      async open(page) {
        await page.getByRole('button', { name: /^(Close the anomaly|Fechar a anomalia)$/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'gateway calls',
      title: titled('Gateway calls', 'Chamadas dos gateways'),
      async open(page) {
        await go(page, '/app/gateway-calls');
        await page.getByText(/egress refused|saída recusada/).waitFor();
      },
    },
    {
      name: 'no gateway call found',
      title: titled('Gateway calls', 'Chamadas dos gateways'),
      async open(page) {
        await go(page, '/app/gateway-calls?q=nothing-like-it');
        await page.locator('main h2').waitFor();
      },
    },
    {
      name: 'audit, verified, an entry open',
      picture: 'audit',
      title: titled('Audit', 'Auditoria'),
      async open(page) {
        await go(page, '/app/audit');
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
        await go(page, '/app/audit?q=nothing-like-it');
        await page.locator('main h2').waitFor();
      },
    },
  ],
  ...VISITS_OF_DOORS,
  ...VISITS_OF_OTHERS,
  ...VISITS_OF_PEOPLE,
  ...VISITS_OF_RECORDS,
} satisfies Record<string, readonly Visit[]>;

export type Part = keyof typeof VISITS;
