// SPDX-License-Identifier: Apache-2.0
/** The part of the table with the registered records: agents, resources, keys, integrations, routes and policies. */
import type { Page } from 'playwright-core';
import { go, titled, type Visit } from './visit.ts';
import { VISITS_OF_APPS } from './visits-of-apps.ts';
import { VISITS_OF_POLICIES } from './visits-of-policies.ts';

/** The solid button of a list, or on phones the one with its icon. */
async function add(page: Page, path: string): Promise<void> {
  await go(page, path);
  await page.locator('[data-row], main h2').first().waitFor();
  await page
    .getByRole('button', { name: /^(Register|Registrar|New key|Nova chave|New budget|Novo orçamento|Add|Adicionar)/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function openRow(page: Page, path: string): Promise<void> {
  await go(page, path);
  await page.locator('[data-row] a').first().click();
  await page.locator('[data-drawer] h2').waitFor();
  await page.locator('[data-drawer] dl').first().waitFor();
}

export const VISITS_OF_RECORDS = {
  agents: [
    {
      name: 'agents',
      title: titled('Agents', 'Agentes'),
      async open(page) {
        await go(page, '/app/agents');
        await page.locator('[data-row]').first().waitFor();
      },
    },
    {
      name: 'an agent to register, with a list',
      title: titled('Agents', 'Agentes'),
      async open(page) {
        await add(page, '/app/agents');
        await page.getByText(/^(Only what you list|Só o que você listar)/).click();
        await page.getByRole('combobox').waitFor();
      },
    },
    {
      name: 'an agent with permissions',
      title: titled('reader-bot', 'reader-bot'),
      async open(page) {
        await go(page, '/app/agents');
        await page.getByRole('link', { name: /reader-bot/ }).click();
        await page.getByRole('heading', { level: 1, name: 'reader-bot' }).waitFor();
        await page.locator('main table').first().waitFor();
      },
    },
    {
      name: 'the kill switch',
      goesOn: true,
      title: titled('reader-bot', 'reader-bot'),
      async open(page) {
        await page.getByRole('button', { name: /^(Pause|Pausar)$/ }).click();
        await page.getByRole('dialog').locator('dl').waitFor();
      },
    },
    {
      name: 'no agent',
      title: titled('There is no such agent', 'Este agente não existe'),
      async open(page) {
        await go(page, '/app/agents/nonsense');
        await page.locator('main h2 + p').waitFor();
      },
    },
    {
      name: 'resources, one open',
      title: titled('Resources', 'Recursos'),
      open: (page) => openRow(page, '/app/resources'),
    },
    {
      name: 'a resource to register',
      title: titled('Resources', 'Recursos'),
      open: (page) => add(page, '/app/resources'),
    },
    {
      name: 'budgets, one open',
      title: titled('Budgets', 'Orçamentos'),
      open: (page) => openRow(page, '/app/budgets'),
    },
    {
      name: 'a budget to make',
      title: titled('Budgets', 'Orçamentos'),
      open: (page) => add(page, '/app/budgets'),
    },
  ],
  connections: [
    ...VISITS_OF_APPS,
    {
      name: 'API keys, one open',
      title: titled('API keys', 'Chaves de API'),
      open: (page) => openRow(page, '/app/api-keys'),
    },
    { name: 'a key to make', title: titled('API keys', 'Chaves de API'), open: (page) => add(page, '/app/api-keys') },
    {
      name: 'integrations, one open',
      title: titled('Integrations', 'Integrações'),
      open: (page) => openRow(page, '/app/integrations'),
    },
    {
      name: 'an integration to begin with',
      picture: 'new-integration',
      title: titled('Integrations', 'Integrações'),
      open: (page) => add(page, '/app/integrations'),
    },
    {
      name: 'a ticket system to add',
      title: titled('Integrations', 'Integrações'),
      async open(page) {
        await add(page, '/app/integrations');
        await page.getByRole('button', { name: /^(Ticket system|Sistema de chamados)/ }).click();
        await page.getByRole('button', { name: /^Jira Cloud/ }).click();
        await page.getByRole('textbox', { name: /^(Project key|Chave do projeto)/ }).waitFor();
      },
    },
    { name: 'routes, one open', title: titled('Routes', 'Rotas'), open: (page) => openRow(page, '/app/routes') },
    { name: 'a route to add', title: titled('Routes', 'Rotas'), open: (page) => add(page, '/app/routes') },
    {
      name: 'no MCP route found',
      title: titled('MCP routes', 'Rotas MCP'),
      async open(page) {
        await go(page, '/app/routes/mcp?q=nothing');
        await page.locator('main h2').waitFor();
      },
    },
  ],
  ...VISITS_OF_POLICIES,
} satisfies Record<string, readonly Visit[]>;
