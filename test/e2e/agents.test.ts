/**
 * Agents and resources in the app: registering up to the plan, permissions against uses, and the kill switch. Two
 * people who save at once see both versions, and a record in use names its users.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countDecisions } from '#harness/history';
import { call, IDS, startTestService, type TestService } from '#harness/service';
import * as sessions from '#harness/service/sessions.ts';
import { countAll } from '../../server/src/figures/index.ts';
import { choose, dialogsGone, openPage, signIn, startBrowser } from './browser.ts';
import { decide, MEMBER, OWNER, organization, visitor } from './organization.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  const provisioning = organization().replace('plan: BUSINESS', 'plan: BUSINESS\n    agentsMax: 6');
  [service, browser] = await Promise.all([startTestService({ provisioning }), startBrowser()]);
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/agents');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const dialog = () => page.getByRole('dialog');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

it('registers an agent with a list of what it may do, by the keyboard, and counts it against the plan', async () => {
  await page.getByText('4 of 6').waitFor();
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('crm-sync');
  await dialog()
    .getByRole('textbox', { name: /^Purpose/ })
    .fill('Keeps the CRM in step');
  await dialog().getByText('Only what you list').click();
  await choose(page, dialog().getByRole('combobox', { name: 'Add a resource or class' }), 'customers');
  await dialog().getByRole('checkbox', { name: 'Read: customers' }).check();
  await dialog().getByRole('checkbox', { name: 'Export: customers' }).check();
  await page.keyboard.press('Control+s');
  await page.getByText('crm-sync is registered').waitFor();
  await page.getByText('5 of 6').waitFor();
  const row = page.getByRole('row', { name: /crm-sync/ });
  await row.getByText('Read, export on 1 resource').waitFor();
  await row.getByText('Keeps the CRM in step').waitFor();
  expect(problems).toEqual([]);
});

it('says at its field that a name is taken, and beforehand that the plan is full', async () => {
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('billing-bot');
  await press('Register');
  await dialog().getByText('Another one has this name. Choose a different one.').waitFor();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('sixth-bot');
  await press('Register');
  await page.getByText('6 of 6').waitFor();
  await dialogsGone(page);
  await page.keyboard.press('c');
  await dialog().getByText('The plan allows 6 agents, and 6 are registered.').waitFor();
  await press('Close');
});

it('sorts by the service, filters, and leaves both in the address', async () => {
  await page.getByRole('button', { name: 'Agent', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Agent', exact: true }).getByRole('button').click();
  await expect.poll(() => page.url()).toContain('sort=-name');
  await expect.poll(() => page.locator('[data-row]').first().textContent()).toContain('support-bot');
  await page.keyboard.press('f');
  await dialog().getByRole('button', { name: 'Status' }).click();
  await dialog().getByRole('button', { name: 'Paused' }).click();
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  await page.goto('/app/agents?q=crm');
  await page.getByRole('row', { name: /crm-sync/ }).waitFor();
});

it('shows what it may do against what it did, and takes away what was never used', async () => {
  const body = { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers' };
  await decide(service, body);
  await decide(service, { ...body, action: 'DELETE_DATA' });
  for (let run = 0; run < 2; run += 1) await countAll(service.app.pool, new AbortController().signal);
  await countDecisions(service);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'crm-sync', level: 1 }).waitFor();
  const grid = page.getByRole('region', { name: 'What it may do, and what it did in 30 days' }).getByRole('table');
  await grid.getByRole('link', { name: '1', exact: true }).waitFor();
  await grid.getByRole('link', { name: '1 refused' }).waitFor();
  await page.getByRole('group', { name: 'Decisions, 30 days' }).press('ArrowLeft');
  await page.getByText(/Allowed 1, Asked a person 0, Blocked 1/).waitFor();
  await page.getByText('1 of 2 permissions was never used.').waitFor();
  await page.getByRole('button', { name: 'Take away' }).click();
  await press('Take away');
  await page.getByText('Taken away').waitFor();
  const { body: answer } = await call(service.baseUrl, '/v1/events', { body: { ...body, action: 'EXPORT_DATA' } });
  expect(answer).toMatchObject({ decision: 'BLOCK' });
  expect(problems).toEqual([]);
});

it('pauses by a held button, with a reason; resumes; and the next decision obeys', async () => {
  const body = { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers' };
  await page.keyboard.press('Control+k');
  await dialog().getByRole('combobox').fill('crm-sync');
  await page.getByRole('option', { name: /^Pause crm-sync/ }).click();
  await dialog().getByRole('textbox', { name: /^Why/ }).fill('Volume spike');
  const hold = dialog().getByRole('button', { name: /pause/ });
  await hold.focus();
  await page.keyboard.down('Enter');
  await page.getByText('crm-sync is paused').waitFor();
  await page.keyboard.up('Enter');
  await page.getByText(/^Paused by Olivia Owner/).waitFor();
  await page.getByText('“Volume spike”').first().waitFor();
  expect((await call(service.baseUrl, '/v1/events', { body })).body).toMatchObject({ decision: 'BLOCK' });
  await page.getByRole('button', { name: 'Resume' }).click();
  await press('Resume');
  await page.getByText('crm-sync is active').waitFor();
  expect((await call(service.baseUrl, '/v1/events', { body })).body).toMatchObject({ decision: 'ALLOW' });
  expect(problems).toEqual([]);
});

it('shows both sides when another person saved meanwhile, and saves what was chosen', async () => {
  await page.goto(`/app/agents/${IDS.billingBot}`);
  await page.getByRole('button', { name: 'Change billing-bot' }).click();
  await dialog()
    .getByRole('textbox', { name: /^Purpose/ })
    .fill('Mine');
  const other = await sessions.signIn(service.baseUrl, visitor(1));
  const change = { name: 'billing-agent', description: 'Theirs' };
  expect((await other.call(`/agents/${IDS.billingBot}`, { method: 'PATCH', body: change })).status).toBe(200);
  await press('Save');
  await dialog().getByRole('heading', { name: 'Somebody saved meanwhile' }).waitFor();
  await dialog()
    .getByRole('radio', { name: /Saved meanwhile\s*billing-agent/ })
    .waitFor();
  expect(
    await dialog()
      .getByRole('radio', { name: /Yours\s*Mine/ })
      .isChecked(),
  ).toBe(true);
  await press('Save my choice');
  await page.getByRole('heading', { name: 'billing-agent', level: 1 }).waitFor();
  const { body } = await other.call<{ name: string; description: string }>(`/agents/${IDS.billingBot}`);
  expect(body).toMatchObject({ name: 'billing-agent', description: 'Mine' });
});

it('names what uses an agent instead of deleting it, with links to it', async () => {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog().getByRole('heading', { name: 'billing-agent is in use' }).waitFor();
  await dialog().getByRole('link', { name: 'bound', exact: true }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.locator('[data-drawer]').getByText('key_live_BBBBBBB').waitFor();
  expect(problems).toEqual([]);
});

it('registers a resource, says what a change of its class changes, and deletes it', async () => {
  await page.goto('/app/resources');
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('mailbox');
  await dialog().getByRole('combobox', { name: 'Class' }).selectOption('Sensitive');
  await press('Register');
  await page.getByText('mailbox is registered').waitFor();
  await page.getByRole('link', { name: /mailbox/ }).click();
  const drawer = page.locator('[data-drawer]');
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await dialog().getByRole('combobox', { name: 'Class' }).selectOption('Public');
  await dialog()
    .getByText(/^From now on policies for “Public” apply to it/)
    .waitFor();
  await press('Save');
  await drawer.getByText('Public', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  const hold = dialog().getByRole('button', { name: /delete/ });
  await hold.focus();
  await page.keyboard.down(' ');
  await page.getByText('mailbox is deleted').waitFor();
  await page.keyboard.up(' ');
  await page.getByRole('link', { name: /mailbox/ }).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('a member reads all of it and sees no change to make', async () => {
  const other = await openPage(browser, service);
  await signIn(other.page, MEMBER, '/app/agents');
  await other.page.getByRole('row', { name: /crm-sync/ }).waitFor();
  expect(await other.page.getByRole('button', { name: /Register/ }).count()).toBe(0);
  await other.page.getByRole('link', { name: /crm-sync/ }).click();
  await other.page.getByRole('heading', { name: 'crm-sync', level: 1 }).waitFor();
  expect(await other.page.getByRole('button', { name: /Pause|Edit|Change|New key/ }).count()).toBe(0);
  await other.context.close();
});
