// SPDX-License-Identifier: Apache-2.0
/** The part of the table with webhooks, members, the settings, and no page. */
import { go, NOBODY, titled, type Visit } from './visit.ts';

const CONNECTION_REFUSED = /connection refused|conexão recusada/;

export const VISITS_OF_OTHERS = {
  others: [
    {
      name: 'webhooks',
      title: titled('Webhooks', 'Webhooks'),
      async open(page) {
        await go(page, '/app/webhooks');
        await page.getByRole('link', { name: NOBODY }).first().click();
        await page.locator('summary').first().click();
        await page.getByText(CONNECTION_REFUSED).first().waitFor();
      },
    },
    {
      name: 'a new secret for a webhook',
      goesOn: true,
      title: titled(/Webhooks? · svc$/, /Webhooks? · svc$/),
      async open(page) {
        await page.getByRole('button', { name: /^(New secret|Novo segredo) / }).click();
        await page.getByRole('checkbox').waitFor();
      },
    },
    {
      name: 'a webhook to delete',
      goesOn: true,
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
        await go(page, '/app/webhooks');
        await page.getByRole('button', { name: /^(Add a webhook|Adicionar webhook)/ }).click();
        await page.getByRole('textbox', { name: /^(Address|Endereço)$/ }).fill('ftp://siem.example');
        await page.keyboard.press('Enter');
        await page.getByText(/^(Enter an http|Informe um endereço http)/).waitFor();
      },
    },
    {
      name: 'members, one open',
      title: titled('Members', 'Membros'),
      async open(page) {
        await go(page, '/app/members');
        await page.locator('[data-row] a').first().click();
        await page.locator('[data-drawer]').waitFor();
      },
    },
    {
      name: 'a group to add',
      title: titled('Groups', 'Grupos'),
      async open(page) {
        await go(page, '/app/groups');
        await page.getByRole('button', { name: /^(New group|Novo grupo)/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'a person to invite',
      title: titled('Members', 'Membros'),
      async open(page) {
        await go(page, '/app/members');
        await page.locator('[data-row]').first().waitFor();
        await page.getByRole('button', { name: /^(Invite|Convidar)/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'settings',
      title: titled('Settings', 'Configurações'),
      async open(page) {
        await go(page, '/app/settings');
        await page.getByRole('img').first().waitFor();
      },
    },
    {
      name: 'the sign-in by a directory',
      title: titled('Sign-in', 'Login'),
      async open(page) {
        await go(page, '/app/settings/sign-in');
        await page.getByRole('textbox').first().waitFor();
      },
    },
    {
      name: 'no page',
      title: titled('There is no such page', 'Esta página não existe'),
      async open(page) {
        await go(page, '/app/nowhere');
        await page.locator('main h2').waitFor();
      },
    },
  ],
} satisfies Record<string, readonly Visit[]>;
