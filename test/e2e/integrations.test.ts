/** Integrations in the app: secrets go in and never come out, each kind has its fields, and what is in use says by what. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { closeDrawer, openPage, signIn, startBrowser } from './browser.ts';
import { MEMBER, OWNER, organization } from './organization.ts';

const SECRETS = ['s3cret-of-the-crm', 's3cret-of-its-token', 'xoxb-s3cret', 's3cret-signs', 's3cret-ticket'];

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
/** Every answer of the service to the page. */
const answers: string[] = [];
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  ({ page, problems } = await openPage(browser, service));
  page.on('response', async (response) => {
    if (response.url().includes('/integrations')) answers.push(await response.text().catch(() => ''));
  });
  await signIn(page, OWNER, '/app/integrations');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const dialog = () => page.getByRole('dialog');
const drawer = () => page.locator('[data-drawer]');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const fill = (name: string | RegExp, text: string) =>
  dialog().getByLabel(name).filter({ visible: true }).first().fill(text);
const choose = (name: string, option: string) => dialog().getByLabel(name, { exact: true }).selectOption(option);

it('adds a credential for routes, and replaces its secret without showing it', async () => {
  await page.getByRole('heading', { name: 'No integration yet' }).waitFor();
  await page.keyboard.press('c');
  await fill('Name', 'crm');
  await fill(/^Allowed hosts/, 'api.crm.example\n*.crm.example');
  await press('Add the integration');
  await dialog().getByText('Enter the secret.').waitFor();
  await fill('Secret', SECRETS[0] ?? '');
  await press('Add the integration');
  await drawer().getByText('stored, never shown').waitFor();
  await drawer().getByText('X-Api-Key').waitFor();
  await drawer().getByRole('button', { name: 'Edit' }).click();
  expect(await dialog().getByLabel('Credential', { exact: true }).inputValue()).toBe('KEEP');
  await choose('Credential', 'OAUTH2_CLIENT_CREDENTIALS');
  await fill('Token address', 'https://login.elsewhere.example/token');
  await fill('Client id', 'svc');
  await fill('Secret', SECRETS[1] ?? '');
  await press('Save');
  await dialog()
    .getByText(/^the host of tokenUrl must be one of allowedHosts/i)
    .waitFor();
  await fill('Token address', 'https://login.crm.example/token');
  await press('Save');
  await drawer().getByText('https://login.crm.example/token').waitFor();
  await closeDrawer(page);
  await page.getByRole('row', { name: /crm.*api\.crm\.example and 1 more.*OAuth 2\.0 client.*no route/ }).waitFor();
  expect(problems).toEqual([]);
});

it('adds a Slack channel and a ticket system, each with fields of its own', async () => {
  await page.keyboard.press('c');
  await fill('Name', 'reviews');
  await choose('Kind', 'SLACK');
  await fill('Bot token', SECRETS[2] ?? '');
  await fill('Signing secret', SECRETS[3] ?? '');
  await fill('Channel', '#agent-reviews');
  await press('Add the integration');
  await drawer().getByText('#agent-reviews').waitFor();
  await drawer().getByRole('button', { name: 'Edit' }).click();
  await fill('Channel', '#reviews');
  await press('Save');
  await drawer().getByText('#reviews', { exact: true }).waitFor();
  await closeDrawer(page);
  await page.keyboard.press('c');
  await fill('Name', 'tickets');
  await choose('Kind', 'TICKET');
  await fill('Address', 'https://tickets.example/new');
  await fill(/^Headers/, `X-Token: ${SECRETS[4]}`);
  await press('Add the integration');
  await drawer().getByText('X-Token').waitFor();
  await drawer().getByText('https://tickets.example/new').waitFor();
  await closeDrawer(page);
  await page.getByRole('row', { name: /tickets.*Ticket system/ }).waitFor();
  expect(problems).toEqual([]);
});

it('says which route uses it when somebody deletes it', async () => {
  await page.goto('/app/routes');
  await page.getByRole('heading', { name: 'No HTTP route yet' }).waitFor();
  await page.keyboard.press('c');
  await fill('Name', 'customers');
  await fill('Address', 'https://api.crm.example/v1');
  await dialog()
    .getByRole('combobox', { name: /^Credential/ })
    .fill('c');
  await page.getByRole('option', { name: 'crm', exact: true }).waitFor();
  // The ticket system has the letter too, but goes with no call.
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['crm']);
  await page.getByRole('option', { name: 'crm', exact: true }).click();
  await press('Add the route');
  await drawer().getByRole('link', { name: 'crm' }).click();
  await drawer().getByRole('heading', { name: 'Used by' }).waitFor();
  await drawer().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('crm is in use').waitFor();
  await dialog().getByRole('link', { name: 'customers' }).click();
  await drawer().getByText('https://api.crm.example/v1').waitFor();
  expect(problems).toEqual([]);
});

it('never answers a secret, and shows a member no act', async () => {
  expect(answers.length).toBeGreaterThan(5);
  for (const secret of SECRETS) expect(answers.join('\n')).not.toContain(secret);
  const other = await openPage(browser, service);
  await signIn(other.page, MEMBER, '/app/integrations');
  await other.page.getByRole('link', { name: 'crm' }).click();
  await other.page.locator('[data-drawer]').getByText('stored, never shown').waitFor();
  expect(await other.page.getByRole('button', { name: /^(Edit|Delete|Add an integration)$/ }).count()).toBe(0);
  expect(other.problems).toEqual([]);
});
