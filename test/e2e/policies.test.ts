/**
 * Policies in the app: the ladder, and an editor whose form and text follow each other. Two people who save at once see
 * both sides. An action is tried, and an earlier version comes back.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import * as sessions from '#harness/service/sessions.ts';
import { choose, openPage, pasteOver, signIn, startBrowser } from './browser.ts';
import { decide, MEMBER, OWNER, organization, visitor } from './organization.ts';

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
const code = () => page.getByRole('textbox', { name: 'The policy as YAML' });
const sentence = (text: string | RegExp) => page.getByRole('region', { name: 'Form' }).getByText(text).first();

/** The text of the other side, line by line as it stands on the page. */
const yaml = () => code().innerText();

async function replaceYaml(from: string, to: string): Promise<void> {
  await paste((await yaml()).replace(from, to));
}

/** In the place of everything, as from the clipboard. */
async function paste(text: string): Promise<void> {
  await pasteOver(code(), text);
}

it('shows the ladder, searches and filters it', async () => {
  const rows = page.getByRole('row');
  await page.getByRole('row', { name: /Block deleting customers/ }).waitFor();
  const names = (await rows.allTextContents()).map((text) => /Blockwins|Block del|Ask a|Review cust/.exec(text)?.[0]);
  expect(names.filter((name) => name !== undefined)).toEqual(['Blockwins', 'Block del', 'Ask a', 'Review cust']);
  await page.getByText('When an agent exports or e-mails customer data and it goes outside').waitFor();
  await page.getByText('or more: ask a person').waitFor();
  await page.getByRole('searchbox').fill('deleting');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  await page.goto('/app/policies?decision=REVIEW&sort=-hits');
  await page.getByRole('row', { name: /Review customer exports/ }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  expect(problems).toEqual([]);
});

it('writes a policy in the form, which the text follows, and in the text, which the form follows', async () => {
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bulk exports');
  await page.getByRole('button', { name: 'Group' }).first().click();
  await expect.poll(yaml).toContain('- minRecords: 1000');
  await sentence('there are 1,000 records or more').waitFor();
  await replaceYaml('minRecords: 1000', 'minRecords: 250');
  await page.getByRole('textbox', { name: 'Records', exact: true }).and(page.locator('[value="250"]')).waitFor();
  await sentence('there are 250 records or more').waitFor();
  await replaceYaml('decision: REVIEW', 'decision: REVIW');
  await page.getByText('1 fault').waitFor();
  expect(await page.getByRole('button', { name: /^Create/ }).isDisabled()).toBe(true);
  await press('Fix');
  await page.getByText('1 fault').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByText('Bulk exports is created').waitFor();
  await page.getByRole('heading', { name: 'Bulk exports', level: 1 }).waitFor();
  const { body } = await other.call<{ items: { name: string; mode: string; condition: unknown }[] }>(
    '/policies?q=Bulk',
  );
  expect(body.items).toMatchObject([
    { mode: 'MONITOR', condition: { destination: 'EXTERNAL', anyOf: [{ minRecords: 250 }] } },
  ]);
  expect(problems).toEqual([]);
});

it('says while it is edited that a policy matches nothing, and asks before changes are left', async () => {
  await page.getByRole('button', { name: 'Condition', exact: true }).last().click();
  await page.getByRole('combobox', { name: 'What is looked at' }).last().selectOption('Records');
  await page.getByRole('combobox', { name: 'At least or at most' }).last().selectOption('at most');
  await page.getByRole('textbox', { name: 'Records', exact: true }).last().fill('10');
  await page.getByRole('link', { name: 'Policies', exact: true }).first().click();
  await dialog().getByText('What you changed is not saved yet.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/change, not saved|changes, not saved/).waitFor();
  await replaceYaml('destination: EXTERNAL', 'destination: EXTERNAL\n    destinationContains: moon');
  await page.getByText('It matches nothing: no destination has this text.').waitFor();
  await press('Discard');
  await page.getByText(/not saved/).waitFor({ state: 'detached' });
});

it('tells for every event what an edit changes, and nothing of it once the edit is gone', async () => {
  const written = page.url();
  await page.goto('/app/policies');
  await page.getByRole('link', { name: /Review customer exports/ }).click();
  const effect = page.getByRole('tabpanel', { name: 'Effect' });
  await effect.getByText('Nothing edited yet.').waitFor();
  await page.getByRole('textbox', { name: /^Description/ }).fill('Exports leave with a person only');
  await effect.getByText('This does not change the outcome of any event.').waitFor();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/policies/difference', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByRole('radio', { name: /^Block/ }).press(' ');
  await effect.getByText('Comparing with the saved policies').waitFor();
  expect(await effect.innerText()).not.toContain('does not change');
  release();
  await page.unroute('**/policies/difference');
  await effect.getByText('the edit changes this and nothing else').waitFor();
  await effect.getByRole('heading', { name: /^Stricter/ }).waitFor();
  await effect
    .getByText(/^Any agent exports or e-mails customer data, /)
    .first()
    .waitFor();
  await replaceYaml('destination: EXTERNAL', 'minRecords: 9\n    maxRecords: 1');
  await sentence('It matches nothing: no event meets its conditions.').waitFor();
  await effect.getByRole('heading', { name: /^Looser/ }).waitFor();
  await press('Discard');
  await effect.getByText('Nothing edited yet.').waitFor();
  await page.goto(written);
  expect(problems).toEqual([]);
});

it('keeps test cases with the policy, runs them, and asks before one that fails is saved', async () => {
  await page.getByRole('tab', { name: 'Tests' }).click();
  await press('Test case');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Large exports are blocked');
  for (const [field, name] of [
    ['Agent', 'billing-bot'],
    ['Resource', 'customers'],
  ] as const) {
    await choose(page, dialog().getByRole('combobox', { name: field, exact: true }), name);
  }
  await dialog().getByRole('textbox', { name: 'Records' }).fill('5000');
  await dialog().getByRole('combobox', { name: 'It should be' }).selectOption('Blocked');
  await dialog().getByRole('button', { name: 'Add test case' }).click();
  await page.getByText('Fails', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await dialog().getByText('1 test case fails').waitFor();
  await dialog().getByRole('button', { name: 'Keep editing' }).click();
  await page.getByText('nobody can approve').click();
  await page.getByRole('group', { name: 'Mode' }).getByText('Enforce').click();
  await page.getByText('Pass', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. It holds from the next decision on.').waitFor();
  const body = { agent: 'billing-bot', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
  const answer = await call(service.baseUrl, '/v1/events', { body: { ...body, recordsAffected: 5_000 } });
  expect(answer.body).toMatchObject({ decision: 'BLOCK' });
  expect(problems).toEqual([]);
});

it('states in a test case what was found, the moment and an open anomaly, each of which counts', async () => {
  await page.getByRole('tab', { name: 'Tests' }).click();
  await press('Test case');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Odd reads wait');
  for (const [field, name] of [
    ['Agent', 'billing-bot'],
    ['Resource', 'customers'],
  ] as const) {
    await choose(page, dialog().getByRole('combobox', { name: field, exact: true }), name);
  }
  await dialog().getByRole('combobox', { name: 'Action' }).selectOption('READ_DATA');
  await dialog().getByRole('combobox', { name: 'Destination' }).selectOption('INTERNAL');
  await dialog()
    .getByRole('group', { name: 'Data found in the content' })
    .getByText('Health data', { exact: true })
    .click();
  const at = dialog().getByRole('textbox', { name: /^Time/ });
  await at.fill('on Sunday');
  await dialog().getByRole('combobox', { name: 'Open anomaly of the agent' }).selectOption('There is one');
  await dialog().getByRole('button', { name: 'Add test case' }).click();
  await dialog().getByText('Enter a date and time with its zone, such as 2026-07-05T12:00:00Z.').waitFor();
  await at.fill('2026-07-05T12:00:00.000Z');
  await dialog().getByRole('button', { name: 'Add test case' }).click();
  // The score is 60 with all three, at which a person is asked, and lower without any one of them.
  await expect.poll(() => page.getByText('Pass', { exact: true }).count()).toBe(2);
  await page.getByRole('button', { name: 'Change the test case Odd reads wait' }).click();
  await dialog().getByRole('combobox', { name: 'Open anomaly of the agent' }).selectOption('None');
  await dialog().getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Fails', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change the test case Odd reads wait' }).click();
  await dialog().getByRole('combobox', { name: 'Open anomaly of the agent' }).selectOption('There is one');
  await dialog().getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Fails', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. It holds from the next decision on.').last().waitFor();
  const id = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  const facts = { dlpTypes: ['HEALTH_DATA'], at: '2026-07-05T12:00:00.000Z', openAnomaly: true };
  await expect
    .poll(async () => (await other.call<{ tests: { input: object }[] }>(`/policies/${id}`)).body.tests[1]?.input)
    .toMatchObject(facts);
  expect(problems).toEqual([]);
});

it('shows both sides when another person saved meanwhile, and saves what was chosen', async () => {
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByRole('textbox', { name: /^Description/ }).fill('Mine');
  const { body: seen } = await other.call<{ updatedAt: string }>(`/policies/${id}`);
  const theirs = { updatedAt: seen.updatedAt, decision: 'REVIEW', saveAnyway: true };
  expect((await other.call(`/policies/${id}`, { method: 'PATCH', body: theirs })).status).toBe(200);
  // A save that is under way takes no other one.
  await page.getByRole('button', { name: /^Save\b/, disabled: false }).waitFor();
  await page.keyboard.press('Control+s');
  await dialog().getByRole('heading', { name: 'Somebody saved meanwhile' }).waitFor();
  expect(
    await dialog()
      .getByRole('radio', { name: /Saved meanwhile\s*Ask a person/ })
      .isChecked(),
  ).toBe(true);
  await dialog()
    .getByRole('radio', { name: /Yours\s*Block/ })
    .check();
  await dialog().getByRole('button', { name: 'Save my choice' }).click();
  await page.getByRole('heading', { name: 'Somebody saved meanwhile' }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await other.call<object>(`/policies/${id}`)).body)
    .toMatchObject({ description: 'Mine', decision: 'BLOCK' });
  expect(problems).toEqual([]);
});

it('takes 20,000 conditions that are pasted, and goes on answering', async () => {
  const parts = Array.from({ length: 20_000 }, (_, index) => `      - minRecords: ${index}`).join('\n');
  const text = (await yaml()).split('condition:')[0];
  const pasted = `${text}condition:\n    anyOf:\n${parts}\n  decision: BLOCK\n`;
  await paste(pasted);
  await page.getByRole('button', { name: '19950 conditions more' }).waitFor();
  await press('Discard');
  await page.getByRole('button', { name: '19950 conditions more' }).waitFor({ state: 'detached' });
});

it('tries an action, records nothing, and shows the full trace at an address that can be sent', async () => {
  await page.goto('/app/try');
  await choose(page, page.getByRole('combobox', { name: 'Agent', exact: true }), 'billing-bot');
  await choose(page, page.getByRole('combobox', { name: 'Resource', exact: true }), 'customers');
  await page.getByRole('textbox', { name: 'Records' }).fill('5,000');
  await press('Try it');
  const answer = page.getByRole('region', { name: 'The answer' });
  await answer.getByText('The policy “Bulk exports” decided.').first().waitFor();
  await answer.getByText('250 records or more').waitFor();
  await page.reload();
  await answer.getByText('The policy “Bulk exports” decided.').first().waitFor();
  expect(page.url()).toContain('agent=billing-bot');
  await page.goto('/app/try?agent=nobody&resource=customers&action=READ_DATA');
  await page.getByText('This action cannot be tried').waitFor();
  expect(problems).toEqual([]);
});

it('shows what each version changed, restores an earlier one, and hands out its files', async () => {
  await page.goto('/app/policies/versions');
  await page.getByRole('link', { name: /^Version 1 / }).click();
  await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'YAML of this version' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ya?ml$/);
  await press('Restore');
  await dialog().getByRole('button', { name: 'Restore' }).click();
  await page.getByText(/^Version \d is in force$/).waitFor();
  await page.getByText('Bulk exports').first().waitFor();
  const { body } = await other.call<{ items: { name: string }[] }>('/policies');
  expect(body.items.map(({ name }) => name)).toEqual(['Block deleting customers', 'Review customer exports']);
  expect(problems).toEqual([]);
});

it('decides the past days again with a policy that is being changed, and leads to the events', async () => {
  const ids = [await decide(service), await decide(service)];
  await page.goto('/app/policies');
  await page.getByRole('link', { name: /Review customer exports/ }).click();
  await page.getByRole('tab', { name: 'What would change' }).click();
  await press('Decide again');
  await page.getByText(/^Nothing would change in \d+ decisions\.$/).waitFor();
  await replaceYaml('decision: REVIEW', 'decision: BLOCK');
  await page.getByText('The policy has been edited since.', { exact: false }).waitFor();
  await press('Decide again');
  await page.getByText(/^\d+ of \d+ decisions would change\.$/).waitFor();
  const examples = page.getByRole('tabpanel').getByRole('link');
  expect((await examples.allTextContents()).slice(0, 2)).toEqual(ids.toReversed().map((id) => id.slice(-6)));
  expect(problems).toEqual([]);
});

it('decides the past days again with policies of files, and saves nothing', async () => {
  await decide(service);
  await page.goto('/app/policies');
  await page.getByRole('button', { name: 'Actions on all policies' }).click();
  await page.getByRole('menuitem', { name: 'Try files' }).click();
  const text = `apiVersion: svc/v1\nkind: Policy\nmetadata:\n  name: All\nspec:\n  action: EXPORT\n  decision: BLOCK\n`;
  const file = { name: 'all.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 policy in 1 file.').waitFor();
  await press('Decide again');
  await page.getByText(/^\d+ of \d+ decisions would change\.$/).waitFor();
  const { body } = await other.call<{ items: { name: string }[] }>('/policies');
  expect(body.items.map(({ name }) => name)).toEqual(['Block deleting customers', 'Review customer exports']);
  expect(problems).toEqual([]);
});

it('lets a member read policies and change none', async () => {
  const { page: theirs, context } = await openPage(browser, service);
  await signIn(theirs, MEMBER, '/app/policies');
  await theirs.getByRole('link', { name: /Review customer exports/ }).click();
  await theirs.getByText('Owners and admins change policies.').waitFor();
  expect(await theirs.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  await context.close();
});

it('names in the list what can never decide', async () => {
  const condition = { minRecords: 9, maxRecords: 1 };
  const policy = { name: 'Cannot be', action: 'READ', decision: 'BLOCK', condition, saveAnyway: true };
  expect((await other.call('/policies', { body: policy })).status).toBe(201);
  await page.goto('/app/policies');
  await page.getByRole('row', { name: /Cannot be\s*Matches nothing/ }).waitFor();
  expect(problems).toEqual([]);
});

it('says under the pointer by whom a policy is always overruled', async () => {
  const policy = { name: 'Allow deleting', action: 'DELETE', resource: 'CUSTOMER_PII', decision: 'ALLOW' };
  expect((await other.call('/policies', { body: { ...policy, saveAnyway: true } })).status).toBe(201);
  await page.reload();
  const tag = page.getByText('Always overruled');
  await tag.hover();
  await expect.poll(() => tag.getAttribute('title')).toBe('Overruled by “Block deleting customers”');
  expect(problems).toEqual([]);
});

it('says by keyboard and touch by whom a policy is always overruled, on the page of its row', async () => {
  const policy = { name: 'Ask before deleting', action: 'DELETE', resource: 'CUSTOMER_PII', decision: 'REVIEW' };
  expect((await other.call('/policies', { body: { ...policy, saveAnyway: true } })).status).toBe(201);
  const text = 'It can never decide: “Block deleting customers” decides all that it matches.';
  await page.goto('/app/policies');
  await page.getByRole('link', { name: /Ask before deleting/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(text).waitFor();
  const phone = await openPage(browser, service, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(phone.page, visitor(11), '/app/policies');
  await phone.page.getByRole('link', { name: /Ask before deleting/ }).tap();
  await phone.page.getByText(text).waitFor();
  expect([...problems, ...phone.problems]).toEqual([]);
  await phone.context.close();
});

it('shows a version with long names and values whole, at the width of a phone', async () => {
  const long = 'x'.repeat(110);
  const policy = { name: long, action: 'EXPORT', decision: 'REVIEW', description: long };
  const made = await other.call('/policies', { body: { ...policy, saveAnyway: true } });
  expect(made.status).toBe(201);
  const phone = await openPage(browser, service, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(phone.page, visitor(10), '/app/policies/versions');
  await phone.page.getByRole('link', { name: /in force/ }).tap();
  const name = phone.page.getByRole('heading', { level: 3 }).getByRole('link', { name: long });
  const listed = phone.page.getByRole('listitem').getByText(long);
  for (const text of [name, listed, phone.page.getByText(long).nth(1)]) {
    const cut = await text.evaluate((element) => {
      const { scrollWidth, clientWidth, offsetWidth } = element as unknown as Record<string, number>;
      return (scrollWidth ?? 0) - Math.max(clientWidth ?? 0, offsetWidth ?? 0);
    });
    expect(cut).toBeLessThanOrEqual(0);
  }
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const tabs = phone.page.locator('[data-tab-bar] [aria-current]');
  expect(await tabs.allInnerTexts()).toEqual(['More']);
  expect(phone.problems).toEqual([]);
  await phone.context.close();
});
