// SPDX-License-Identifier: Apache-2.0
/** The part of the table with the pages before the sign-in, and of a person's own account. */
import type { Page } from 'playwright-core';
import { NEW_PASSWORD } from '#harness/people';
import { ALONE, go, PROTECTED, titled, type Visit } from './visit.ts';

async function sendSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/app/sign-in');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

export const VISITS_OF_PEOPLE = {
  entry: [
    {
      name: 'sign-in',
      title: titled('Sign in', 'Entrar'),
      async open(page) {
        await page.goto('/app/sign-in');
        await page.locator('input[name=email]').waitFor();
      },
    },
    {
      name: 'a sign-in by a company',
      title: titled('Sign in with your company', 'Entrar pela empresa'),
      async open(page) {
        await page.goto('/app/sso');
        await page.getByRole('textbox').first().waitFor();
      },
    },
    {
      name: 'a sign-in by a company that is over',
      title: titled('Sign in with your company', 'Entrar pela empresa'),
      async open(page) {
        await page.goto('/app/sso/018f0000-0000-7000-8000-00000000ffff/callback?state=over');
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'a sign-in with a second factor',
      title: titled('One more step', 'Falta um passo'),
      async open(page) {
        await sendSignIn(page, PROTECTED);
        await page.locator('input[name=mfaCode]').waitFor();
      },
    },
    {
      name: 'a sign-in without an organization',
      title: titled('New organization', 'Nova organização'),
      async open(page) {
        await sendSignIn(page, ALONE);
        await page.locator('input[name=organizationName]').waitFor();
      },
    },
    {
      name: 'sign-up, with every fault',
      title: titled('Create an organization', 'Criar uma organização'),
      async open(page) {
        await page.goto('/app/sign-up');
        await page.locator('input[name=newPassword]').fill('short');
        await page.keyboard.press('Enter');
        await page.getByText(/^(Enter your name|Informe seu nome)/).waitFor();
      },
    },
    {
      name: 'a forgotten password',
      title: titled('Forgotten password', 'Senha esquecida'),
      async open(page) {
        await page.goto('/app/forgot');
        await page.locator('input[name=email]').waitFor();
      },
    },
    {
      name: 'a new password',
      title: titled('New password', 'Nova senha'),
      async open(page) {
        await page.goto(`/app/reset#token=${'A'.repeat(43)}`);
        await page.locator('input[name=newPassword]').fill('not so short');
      },
    },
    {
      name: 'a chat user to link',
      title: titled('Link a chat user', 'Vincular usuário do chat'),
      async open(page) {
        await page.goto(`/app/chat-link#token=${'A'.repeat(43)}`);
        await page.locator('main h1').waitFor();
      },
    },
    {
      name: 'a link that has ended',
      title: titled('Confirm the address', 'Confirmar o endereço'),
      async open(page) {
        await page.goto('/app/verify');
        await page.locator('main a').waitFor();
      },
    },
  ],
  account: [
    {
      name: 'access that waits for no answer',
      title: titled(/^Keep this access\?/, /^Manter estes acessos\?/),
      async open(page) {
        await page.goto('/app/access');
        await page.locator('main a').waitFor();
      },
    },
    {
      name: 'what is held about a member',
      title: titled(/^Data held about /, /^Dados mantidos sobre /),
      async open(page) {
        await go(page, '/app/members');
        await page.locator('[data-row] a').first().click();
        await page.getByRole('link', { name: /^(What we hold|O que mantemos)/ }).click();
        await page.getByRole('heading', { name: /^(Not on this page|Fora desta página)$/ }).waitFor();
      },
    },
    {
      name: 'plan and usage',
      title: titled('Plan and usage', 'Plano e uso'),
      async open(page) {
        await go(page, '/app/plan');
        await page.getByRole('row').nth(4).waitFor();
      },
    },
    {
      name: 'first steps',
      title: titled('First steps', 'Primeiros passos'),
      async open(page) {
        await go(page, '/app/first-steps');
        await page.getByRole('list', { name: /^(Steps|Passos)$/ }).waitFor();
      },
    },
    {
      name: 'the step of the first decision',
      goesOn: true,
      title: titled('First steps', 'Primeiros passos'),
      async open(page) {
        await page.getByRole('button', { name: /^(Ask for a first decision|Pedir uma primeira decisão)/ }).click();
        await page.getByRole('region', { name: /^(Command|Comando)$/ }).waitFor();
      },
    },
    {
      name: 'profile',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account');
        await page.locator('input[name=name]').waitFor();
      },
    },
    {
      name: 'an address to change',
      goesOn: true,
      title: titled('Account', 'Conta'),
      async open(page) {
        await page.getByRole('button', { name: /^(Change the address|Mudar o endereço)$/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'security, with a password to change',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=security');
        await page.getByRole('button', { name: /^(Change the password|Mudar a senha)$/ }).click();
        await page.locator('[role=dialog] input[name=newPassword]').fill('twelve of them');
      },
    },
    {
      name: 'an authenticator app to set up',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=security');
        await page.getByRole('button', { name: /^(Set up an app|Configurar um aplicativo)$/ }).click();
        await page.getByRole('dialog').getByRole('img').waitFor();
      },
    },
    {
      name: 'sessions',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=sessions');
        await page.getByText(/^(This one|Esta)$/).waitFor();
      },
    },
    {
      name: 'chats',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=chats');
        await page.getByText(/^(No chat user|Nenhum usuário de chat)/).waitFor();
      },
    },
    {
      name: 'notifications of the organization',
      title: titled('Notifications', 'Notificações'),
      async open(page) {
        await go(page, '/app/notifications');
        await page.getByRole('checkbox').first().waitFor();
      },
    },
    {
      name: 'activity',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=activity');
        await page
          .getByText(/^(Signed in|Entrou)$/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'your data, with an account to delete',
      title: titled('Account', 'Conta'),
      async open(page) {
        await go(page, '/app/account?part=data');
        await page.getByRole('button', { name: /^(Delete your account|Excluir sua conta)…$/ }).click();
        await page.locator('[role=dialog] input[name=confirm]').waitFor();
      },
    },
  ],
} satisfies Record<string, readonly Visit[]>;
