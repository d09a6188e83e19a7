// SPDX-License-Identifier: Apache-2.0
/** The part of the table with the apps that people connect. */
import type { Page } from 'playwright-core';
import { authorizationUrl, connectApp, registerClient } from '#harness/oauth';
import { signIn } from '#harness/service/sessions.ts';
import { OWNER } from '../organization.ts';
import { go, titled, type Visit } from './visit.ts';

/** An app on the device asks, in the browser of the page. */
async function ask(page: Page): Promise<void> {
  const baseUrl = new URL(page.url()).origin;
  await page.goto(authorizationUrl(baseUrl, await registerClient(baseUrl)).url);
}

export const VISITS_OF_APPS: readonly Visit[] = [
  {
    name: 'no connected app',
    title: titled('Connected apps', 'Aplicativos conectados'),
    async open(page) {
      await go(page, '/app/connected-apps');
      await page.locator('main h2').first().waitFor();
    },
  },
  {
    name: 'an assistant to connect',
    title: titled('Connect an assistant', 'Conectar um assistente'),
    async open(page) {
      await go(page, '/app/connected-apps/new');
      await page.getByText(/^claude mcp add /).waitFor();
    },
  },
  {
    name: 'an app that asks',
    title: titled('Connect an app', 'Conectar um aplicativo'),
    async open(page) {
      await ask(page);
      await page.locator('fieldset').waitFor();
    },
  },
  {
    name: 'a connected app',
    title: titled('Connected apps', 'Aplicativos conectados'),
    async open(page) {
      const baseUrl = new URL(page.url()).origin;
      await connectApp(baseUrl, await signIn(baseUrl, OWNER));
      await go(page, '/app/connected-apps');
      await page.getByRole('listitem').filter({ hasText: 'Test assistant' }).first().waitFor();
    },
  },
];
