// SPDX-License-Identifier: Apache-2.0
/** The part of the table with policies: the ladder, one of them, an action to try, and their versions. */
import type { Page } from 'playwright-core';
import { go, titled, type Visit } from './visit.ts';

const chooseFile = (page: Page, decision: string) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'policies.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(
      `apiVersion: svc/v1\nkind: Policy\nmetadata:\n  name: No deletes\nspec:\n  action: DELETE\n  ${decision}\n`,
    ),
  });
const TESTS = /^(Tests|Testes)/;

export const VISITS_OF_POLICIES = {
  policies: [
    {
      name: 'policies',
      picture: 'policies',
      title: titled('Policies', 'Políticas'),
      async open(page) {
        await go(page, '/app/policies');
        await page.locator('[data-row]').first().waitFor();
        await page.getByText(/^(No policy matches|Nenhuma se aplica)$/).waitFor();
      },
    },
    {
      name: 'a policy',
      picture: 'policy',
      goesOn: true,
      title: titled('Review customer exports', 'Review customer exports'),
      async open(page) {
        await page.getByRole('link', { name: /^Review customer exports/ }).click();
        await page.locator('main fieldset').first().waitFor();
      },
    },
    {
      name: 'the test cases of a policy',
      goesOn: true,
      title: titled('Review customer exports', 'Review customer exports'),
      async open(page) {
        await page.getByRole('tab', { name: TESTS }).click();
        await page.getByRole('button', { name: /^(Test case|Caso de teste)$/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'a new policy of a starting one, which files do not hold',
      title: titled('New policy', 'Nova política'),
      async open(page) {
        await go(page, '/app/policies/new?start=3');
        await page.locator('main fieldset').first().waitFor();
      },
    },
    {
      name: 'no policy',
      title: titled('There is no such policy', 'Esta política não existe'),
      async open(page) {
        await go(page, '/app/policies/nonsense');
        await page.locator('main h2').waitFor();
      },
    },
    {
      name: 'no policy found',
      title: titled('Policies', 'Políticas'),
      async open(page) {
        await go(page, '/app/policies?q=nothing');
        await page.locator('main h2').first().waitFor();
      },
    },
    {
      name: 'guardrails, of which one is refuted',
      title: titled('Guardrails', 'Garantias'),
      async open(page) {
        await go(page, '/app/guardrails');
        await page.locator('[data-row]').first().waitFor();
        await page.getByText(/^(Refuted|Refutada)$/).waitFor();
      },
    },
    {
      name: 'a guardrail that is refuted, and its versions',
      goesOn: true,
      title: titled('Nothing leaves by itself', 'Nothing leaves by itself'),
      async open(page) {
        await page.getByRole('link', { name: /^Nothing leaves by itself/ }).click();
        await page.getByRole('link', { name: /^(Try this action|Testar esta ação)$/ }).waitFor();
        await page.getByRole('button', { name: /^(Restore|Restaurar)/ }).waitFor();
      },
    },
    {
      name: 'a guardrail that is proved while it is changed',
      goesOn: true,
      title: titled('Nothing leaves by itself', 'Nothing leaves by itself'),
      async open(page) {
        await page.getByRole('button', { name: /^(Edit|Editar)$/ }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: /^(Prove it now|Provar agora)$/ }).click();
        await dialog.getByText(/^(Refuted|Refutada)$/).waitFor();
      },
    },
    {
      name: 'a guardrail as YAML',
      title: titled('Guardrails', 'Garantias'),
      async open(page) {
        await go(page, '/app/guardrails');
        await page.getByRole('button', { name: /^(New guardrail|Nova garantia)/ }).click();
        await page.getByRole('dialog').getByText('YAML', { exact: true }).click();
        await page.getByRole('dialog').getByRole('textbox').waitFor();
      },
    },
    {
      name: 'no guardrail',
      title: titled('There is no such guardrail', 'Esta garantia não existe'),
      async open(page) {
        await go(page, '/app/guardrails/nonsense');
        await page.locator('main h2').waitFor();
      },
    },
    {
      name: 'a change of a policy that a guardrail refuses',
      title: titled('Block deleting customers', 'Block deleting customers'),
      async open(page) {
        await go(page, '/app/policies');
        await page.getByRole('link', { name: /^Block deleting customers/ }).click();
        await page.getByRole('radio', { name: /^(Allow|Permitir)/ }).press(' ');
        await page.keyboard.press('Control+s');
        await page.getByRole('button', { name: /^(Save, looser|Salvar, mais permissivo)$/ }).click();
        await page.getByRole('alert').getByRole('link', { name: 'No customer is deleted' }).waitFor();
        await page
          .getByRole('button', { name: /^(Discard|Descartar)$/ })
          .filter({ visible: true })
          .waitFor();
      },
    },
    {
      name: 'an action to try',
      title: titled('Try an action', 'Testar uma ação'),
      async open(page) {
        await go(page, '/app/try?agent=billing-bot&resource=customers&action=EXPORT_DATA&destination=EXTERNAL_API');
        await page.locator('main [aria-live=polite] h2').first().waitFor();
      },
    },
    {
      name: 'policy files to try, with a fault and without',
      title: titled('Try policy files', 'Testar arquivos de políticas'),
      async open(page) {
        await go(page, '/app/policies/files');
        await chooseFile(page, 'decision: BLOK');
        await page.getByText(/^policies\.yaml:7:/).waitFor();
        await chooseFile(page, 'decision: BLOCK');
        await page.getByText(/^1 (policy in 1 file|política em 1 arquivo)\.$/).waitFor();
      },
    },
    {
      name: 'no change for a second person',
      title: titled('Changes for a second person', 'Alterações para uma segunda pessoa'),
      async open(page) {
        await go(page, '/app/policies/proposals');
        await page.locator('main h2').first().waitFor();
      },
    },
    {
      name: 'versions of the policies',
      title: titled('Versions', 'Versões'),
      async open(page) {
        await go(page, '/app/policies/versions?version=1');
        await page.locator('main h3').first().waitFor();
      },
    },
  ],
} satisfies Record<string, readonly Visit[]>;
