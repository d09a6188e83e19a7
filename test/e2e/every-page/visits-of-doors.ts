// SPDX-License-Identifier: Apache-2.0
/** The part of the table with tool rules, and the ways in which other software asks. */
import { go, titled, type Visit } from './visit.ts';

const CALL = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -r build' } });
const LIST = JSON.stringify({ tools: [{ name: 'get_customer', title: 'Customer' }, { name: 'export_rows' }] });

export const VISITS_OF_DOORS = {
  doors: [
    {
      name: 'tool rules',
      title: titled('Tool rules', 'Regras de ferramentas'),
      async open(page) {
        await go(page, '/app/tool-rules');
        await page.locator('[data-row]').first().waitFor();
      },
    },
    {
      name: 'a set of tool rules, one of which takes a pasted call',
      goesOn: true,
      title: titled('Coders', 'Coders'),
      async open(page) {
        await page.getByRole('link', { name: /^Coders/ }).click();
        await page.getByRole('textbox', { name: /^(Call|Chamada)$/ }).fill(CALL);
        await page.getByText(/^(Rule 2 takes it|Vale a regra 2)\.$/).waitFor();
        await page.getByRole('button', { name: /^(Rule|Regra) 2 / }).click();
      },
    },
    {
      name: 'new tool rules that lack a resource',
      title: titled('New tool rules', 'Novas regras de ferramentas'),
      async open(page) {
        await go(page, '/app/tool-rules/new?start=mcp');
        await page.getByRole('button', { name: /^(Create|Criar)/ }).click();
        await page.getByText(/^(Choose the resource|Escolha o recurso)/).waitFor();
      },
    },
    {
      name: 'no tool rules',
      title: titled('There are no such tool rules', 'Estas regras de ferramentas não existem'),
      async open(page) {
        await go(page, '/app/tool-rules/nonsense');
        await page.locator('main h2').waitFor();
      },
    },
    {
      name: 'an MCP route with the tools of its server, which a list changes',
      title: titled('MCP routes', 'Rotas MCP'),
      async open(page) {
        await go(page, '/app/routes/mcp');
        await page.locator('[data-row] a').first().click();
        await page.getByRole('button', { name: /^(Change tools|Alterar ferramentas)$/ }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').fill(LIST);
        await dialog.getByRole('region').first().waitFor();
      },
    },
    {
      name: 'an MCP route with tools',
      title: titled('MCP routes', 'Rotas MCP'),
      async open(page) {
        await go(page, '/app/routes/mcp');
        await page.locator('[data-row] a').first().click();
        await page.getByText(/^2 (tools|ferramentas)/).waitFor();
      },
    },
    {
      name: 'the doors, one open',
      title: titled('Connect', 'Conectar'),
      async open(page) {
        await go(page, '/app/connect?open=CLAUDE_CODE');
        await page.getByText('svc hook install claude-code').waitFor();
      },
    },
    {
      name: 'a proxy among the doors',
      title: titled('Connect', 'Conectar'),
      async open(page) {
        await go(page, '/app/connect?open=FORWARD_AUTH');
        await page.getByText(/handle_response @allowed/).waitFor();
      },
    },
    {
      name: 'a framework of two languages among the doors',
      title: titled('Connect', 'Conectar'),
      async open(page) {
        await go(page, '/app/connect?open=LANGCHAIN');
        await page.getByText('Python', { exact: true }).click();
        await page.getByText(/from svc_sdk.langchain import/).waitFor();
      },
    },
    {
      name: 'no door found',
      goesOn: true,
      title: titled('Connect', 'Conectar'),
      async open(page) {
        await page.getByRole('searchbox').fill('telex');
        await page.locator('main h2').waitFor();
      },
    },
  ],
} satisfies Record<string, readonly Visit[]>;
