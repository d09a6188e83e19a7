/**
 * Claims in the app: five to begin with, written in rows or as YAML, proved, and shown with the request that breaks
 * them. A change of policies that breaks an enforced one is refused and says why.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import * as sessions from '#harness/service/sessions.ts';
import { dialogsGone, hold, openPage, pasteOver, signIn, startBrowser } from './browser.ts';
import { MEMBER, OWNER, organization, visitor } from './organization.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  await offAndOn();
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/claims');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

/** A version of the policies without the one that blocks, before any claim is kept. */
async function offAndOn(): Promise<void> {
  const other = await sessions.signIn(service.baseUrl, visitor(1));
  const { items } = (await other.call<{ items: { id: string; name: string }[] }>('/policies')).body;
  const id = items.find(({ name }) => name === 'Block deleting customers')?.id ?? '';
  for (const enabled of [false, true]) {
    const { updatedAt } = (await other.call<{ updatedAt: string }>(`/policies/${id}`)).body;
    await other.call(`/policies/${id}`, { method: 'PATCH', body: { updatedAt, enabled } });
  }
}

const dialog = () => page.getByRole('dialog');
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const code = () => dialog().getByRole('textbox', { name: 'The claim as YAML' });
const replace = async (from: string, to: string) => {
  await pasteOver(code(), (await code().innerText()).replace(from, to));
};

it('offers five claims; one of them is refuted before it is saved, by a request that can be tried', async () => {
  await expect.poll(() => page.locator('main li button').count()).toBe(5);
  await press(/^Health data never leaves by itself/);
  await dialog().getByRole('button', { name: 'Prove it now' }).click();
  await dialog().getByText('Refuted').waitFor();
  await dialog().getByText('Found in the content: Health data.').waitFor();
  await dialog().getByLabel('When a change of the policies breaks it').selectOption('Make the change, and tell');
  await dialog().getByRole('button', { name: 'Save and prove' }).click();
  await heading('Health data never leaves by itself').waitFor();
  await dialogsGone(page);
  await page
    .getByText('When an agent does anything with any data and it goes outside and health data')
    .first()
    .waitFor();
  await page.getByText('It gets', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Try this action' }).click();
  await heading('Try an action').waitFor();
  // The decision path decides the request as the proof says.
  const answer = page.getByRole('region', { name: 'The answer' });
  await answer.getByText('The agent would be told').waitFor();
  await answer.getByText('Allowed', { exact: true }).first().waitFor();
  await page.getByRole('checkbox', { name: 'Health data' }).and(page.locator(':checked')).waitFor();
  expect(problems).toEqual([]);
});

it('keeps one that is enforced, and names the policy that holds it', async () => {
  await page.goto('/app/claims');
  await press(/^New claim/);
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Customers are never deleted');
  await dialog().getByText('YAML', { exact: true }).click();
  await expect.poll(() => code().innerText()).toContain('name: Customers are never deleted');
  await replace('action: EXPORT', 'action: DELET');
  await dialog().getByText('1 fault').waitFor();
  await dialog().getByRole('button', { name: 'Save and prove' }).click();
  await dialog().getByText('The YAML has a fault. Mend it, or change the form.').waitFor();
  await dialog().getByRole('button', { name: 'Fix' }).click();
  await dialog().getByText('1 fault').waitFor({ state: 'detached' });
  await replace('      destination: EXTERNAL\n', '');
  await replace('atLeast: REVIEW', 'atLeast: BLOCK');
  await dialog().getByText('Form', { exact: true }).click();
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Action' }).inputValue()).toBe('DELETE');
  expect(await dialog().getByLabel('Then').inputValue()).toBe('ALLOW REVIEW');
  await dialog().getByRole('button', { name: 'Save and prove' }).click();
  await heading('Customers are never deleted').waitFor();
  await dialogsGone(page);
  await page.getByText('No event there can be breaks this claim.').waitFor();
  await page.getByRole('link', { name: 'Block deleting customers' }).waitFor();
  expect(problems).toEqual([]);
});

it('refuses what breaks it in the editor, the list and the versions of policies, with claim and request', async () => {
  await page.getByRole('link', { name: 'Block deleting customers' }).click();
  await page.getByRole('radio', { name: /^Ask a person/ }).press(' ');
  await page.keyboard.press('Control+s');
  const refusal = page.getByRole('alert').filter({ hasText: 'This breaks a claim that your organization enforces.' });
  await refusal.getByRole('link', { name: 'Customers are never deleted' }).waitFor();
  await refusal.getByText('would get').waitFor();
  await refusal.getByText('In review').waitFor();
  await press('Discard');
  await refusal.waitFor({ state: 'detached' });
  await page.goto('/app/policies');
  await press('Actions on Block deleting customers');
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await dialog().getByRole('button', { name: 'Turn off' }).click();
  await dialog().getByRole('alert').getByRole('link', { name: 'Customers are never deleted' }).waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/app/policies/versions?version=2');
  await press('Restore');
  await dialog().getByRole('button', { name: 'Restore' }).click();
  await dialog().getByRole('alert').getByText('Allowed', { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

it('proves all of them again, and finds them by their state', async () => {
  await page.goto('/app/claims');
  await page.locator('[data-row]').first().waitFor();
  await press('Prove all');
  await page.getByText('2 claims were proved again').waitFor();
  await page.goto('/app/claims?state=REFUTED');
  await page.getByRole('row', { name: /Health data never leaves/ }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await page.goto('/app/claims?enforcing=true&q=never');
  await page.getByRole('row', { name: /Customers are never deleted/ }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  expect(problems).toEqual([]);
});

it('changes one, goes back to an earlier version, deletes it and brings it back', async () => {
  await page.getByRole('link', { name: /Customers are never deleted/ }).click();
  await press('Edit');
  await dialog().getByLabel('Then').selectOption('a person decides, or it is blocked');
  await dialog().getByRole('button', { name: 'Save and prove' }).click();
  await page.getByText('deletes customer data, a person is asked or it is blocked.').first().waitFor();
  await dialogsGone(page);
  await press('Restore version 1');
  await dialog().getByRole('button', { name: 'Restore' }).click();
  await page.getByText('version 1 restored').waitFor();
  await page.getByText('deletes customer data, it is always blocked.').first().waitFor();
  await dialogsGone(page);
  await press('Delete');
  await hold(page, /delete/);
  await page.getByText('Customers are never deleted is deleted').waitFor();
  await page.getByRole('row', { name: /Health data never leaves/ }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await press('Deleted claims');
  await press('Restore Customers are never deleted');
  await page.getByText('Customers are never deleted is back').waitFor();
  await dialog().getByText('No claim was deleted.').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /Customers are never deleted.*Proved/ }).waitFor();
  expect(problems).toEqual([]);
});

it('shows a member all of it, and no act but the proofs', async () => {
  const { page: theirs, problems: seen, context } = await openPage(browser, service);
  await signIn(theirs, MEMBER, '/app/claims');
  await theirs.getByRole('link', { name: /Health data never leaves/ }).click();
  await theirs.getByRole('button', { name: 'Prove it now' }).waitFor();
  await theirs.getByRole('heading', { name: 'Versions' }).waitFor();
  for (const name of ['Edit', 'Delete', /^Restore/]) expect(await theirs.getByRole('button', { name }).count()).toBe(0);
  expect(seen).toEqual([]);
  await context.close();
});
