// SPDX-License-Identifier: Apache-2.0
/**
 * Policies in the app, and what the service makes of them. One that is written is decided by, an action is tried, and
 * the past days are decided again. The pages are tried beside their sources.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import * as sessions from '#harness/service/sessions.ts';
import { words } from '../../web/src/pages/policy/words-en.ts';
import { words as files } from '../../web/src/pages/policy-files/words-en.ts';
import { words as trying } from '../../web/src/pages/try-action/words-en.ts';
import { words as impact } from '../../web/src/policy/impact/words-en.ts';
import { words as policy } from '../../web/src/policy/words-en.ts';
import { choose, openPage, pasteOver, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization, visitor, WAITING_ACTION } from './organization.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
let other: sessions.Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  other = await sessions.signIn(service.baseUrl, visitor(1));
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/policies');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const code = () => page.getByRole('textbox', { name: policy.yamlLabel });
const sentence = (text: string) => page.getByRole('region', { name: words.form }).getByText(text).first();

/** The text of the other side, line by line as it stands on the page. */
const yaml = () => code().innerText();

async function replaceYaml(from: string, to: string): Promise<void> {
  await pasteOver(code(), (await yaml()).replace(from, to));
}

async function chooseInput(): Promise<void> {
  const fields = { [policy.input.agent]: 'billing-bot', [policy.input.resource]: 'customers' };
  for (const [name, chosen] of Object.entries(fields)) {
    await choose(page, page.getByRole('combobox', { name, exact: true }), chosen);
  }
}

it('writes a policy in the form, which the text follows, and in the text, which the form follows', async () => {
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: policy.name, exact: true }).fill('Bulk exports');
  await page.getByRole('button', { name: policy.addGroup }).first().click();
  await expect.poll(yaml).toContain('- minRecords: 1000');
  await sentence(' 1,000 records ').waitFor();
  await replaceYaml('minRecords: 1000', 'minRecords: 250');
  await page
    .getByRole('textbox', { name: policy.fields.minRecords, exact: true })
    .and(page.locator('[value="250"]'))
    .waitFor();
  await sentence(' 250 records ').waitFor();
  await replaceYaml('decision: REVIEW', 'decision: REVIW');
  await page.getByText(policy.faults(1)).waitFor();
  expect(await page.getByRole('button', { name: words.create }).isDisabled()).toBe(true);
  await press(policy.fix);
  await page.getByText(policy.faults(1)).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByText(words.created('Bulk exports')).waitFor();
  await page.getByRole('heading', { name: 'Bulk exports', level: 1 }).waitFor();
  const { body } = await other.call<{ items: { name: string; mode: string; condition: unknown }[] }>(
    '/policies?q=Bulk',
  );
  expect(body.items).toMatchObject([
    { mode: 'MONITOR', condition: { destination: 'EXTERNAL', anyOf: [{ minRecords: 250 }] } },
  ]);
  expect(problems).toEqual([]);
});

it('keeps test cases with the policy, runs them, and asks before one that fails is saved', async () => {
  const { tests } = words;
  await page.getByRole('tab', { name: tests.tab }).click();
  await press(tests.add);
  await dialog().getByRole('textbox', { name: tests.name }).fill('Large exports are blocked');
  await chooseInput();
  await dialog().getByRole('textbox', { name: policy.fields.minRecords }).fill('5000');
  await dialog().getByRole('combobox', { name: tests.expect }).selectOption('BLOCK');
  await dialog().getByRole('button', { name: tests.keep }).click();
  await page.getByText(tests.fails, { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await dialog().getByText(tests.failedTitle(1)).waitFor();
  await dialog().getByRole('button', { name: tests.back }).click();
  await page.getByText(policy.nobodyApproves).click();
  await page.getByRole('group', { name: policy.mode }).getByText(policy.modes.ENFORCE).click();
  await page.getByText(tests.pass, { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(words.saved).waitFor();
  const body = { agent: 'billing-bot', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
  const answer = await call(service.baseUrl, '/v1/events', { body: { ...body, recordsAffected: 5_000 } });
  expect(answer.body).toMatchObject({ decision: 'BLOCK' });
  expect(problems).toEqual([]);
});

it('tries an action, records nothing, and shows the full trace at an address that can be sent', async () => {
  await page.goto('/app/try');
  await page.getByText(trying.form, { exact: true }).click();
  await page.getByRole('textbox', { name: policy.fields.minRecords }).fill('5,000');
  await press(trying.act);
  const answer = page.getByRole('region', { name: trying.answer });
  await answer.getByRole('link', { name: 'Bulk exports' }).first().waitFor();
  await answer.getByText(' 250 records ').waitFor();
  await page.reload();
  await answer.getByRole('link', { name: 'Bulk exports' }).first().waitFor();
  expect(page.url()).toContain('agent=billing-bot');
  await page.goto('/app/try?agent=nobody&resource=customers&action=READ_DATA');
  await page.getByText(trying.wrong).waitFor();
  expect(problems).toEqual([]);
});

it('decides the past days again with a policy that is being changed, and leads to the events', async () => {
  const few = { ...WAITING_ACTION, recordsAffected: 100 };
  const ids = [await decide(service, few), await decide(service, few)];
  await page.goto('/app/policies');
  await page.getByRole('link', { name: /^Review customer exports/ }).click();
  await page.getByRole('tab', { name: words.impact.tab }).click();
  await press(impact.run);
  await page.getByText(impact.none('3')).waitFor();
  await replaceYaml('decision: REVIEW', 'decision: BLOCK');
  await page.getByText(words.impact.isOld).waitFor();
  await press(impact.run);
  await page.getByText(impact.changed('2', '3', false)).waitFor();
  const examples = page.getByRole('tabpanel').getByRole('link');
  expect((await examples.allTextContents()).slice(0, 2)).toEqual(ids.toReversed().map((id) => id.slice(-6)));
  expect(problems).toEqual([]);
});

it('decides the past days again with policies of files, and saves nothing', async () => {
  await page.goto('/app/policies/files');
  const text = `apiVersion: svc/v1\nkind: Policy\nmetadata:\n  name: All\nspec:\n  action: EXPORT\n  decision: BLOCK\n`;
  const file = { name: 'all.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText(files.set('1', '1', true, true)).waitFor();
  await press(impact.run);
  await page.getByText(impact.changed('2', '3', false)).waitFor();
  const { body } = await other.call<{ items: { name: string }[] }>('/policies');
  expect(body.items.map(({ name }) => name)).not.toContain('All');
  expect(problems).toEqual([]);
});
