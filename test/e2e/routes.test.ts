/** Routes of both gateways in the app: their restrictions, what they warn of, and how they are called. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { startUpstream } from '#harness/upstream';
import { choose, closeDrawer, openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

const INTEGRATION = `
    integrations:
      - { name: crm, kind: HTTP, allowedHosts: [crm.example], credential: { type: API_KEY_HEADER, secret: s } }
`;

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  const provisioning = organization().replace('    policies:', `${INTEGRATION}    policies:`);
  [service, browser] = await Promise.all([startTestService({ provisioning }), startBrowser()]);
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/routes');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const dialog = () => page.getByRole('dialog');
const drawer = () => page.locator('[data-drawer]');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

it('begins with what to do; adds a route, which warns while nothing restricts its credential', async () => {
  await page.getByRole('heading', { name: 'No HTTP route yet' }).waitFor();
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('crm');
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://crm.example/v1');
  await dialog()
    .getByRole('combobox', { name: /^Credential/ })
    .fill('c');
  await page.getByRole('option', { name: 'crm', exact: true }).click();
  await press('Add the route');
  await drawer()
    .getByText(/^It sends a credential and restricts nothing/)
    .waitFor();
  await drawer()
    .getByRole('button', { name: /^Copy Route id/ })
    .waitFor();
  await drawer().getByRole('button', { name: 'Edit' }).click();
  const methods = dialog().getByRole('group', { name: 'Methods' }).first();
  await methods.getByText('Only these').click();
  await methods.getByRole('checkbox', { name: 'GET' }).check();
  await press('Save');
  await drawer()
    .getByText(/^It sends a credential/)
    .waitFor({ state: 'detached' });
  await closeDrawer(page);
  await page.getByRole('row', { name: /crm.*GET/ }).waitFor();
  expect(problems).toEqual([]);
});

it('tries the upstream of a route, and says in words what was found', async () => {
  const upstream = await startUpstream(({ path }, reply) => reply.writeHead(path === '/locked' ? 403 : 204).end());
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('local');
  await dialog().getByRole('textbox', { name: 'Address' }).fill(upstream.url);
  await press('Add the route');
  const part = drawer().getByRole('region', { name: 'Try it' });
  const check = part.getByRole('button', { name: 'Check' });
  await check.click();
  await part.getByText(/^127\.0\.0\.1:\d+ answered 204 after [\d,]+ ms\.$/).waitFor();
  await part.getByRole('textbox', { name: /^Path/ }).fill('/locked');
  await part.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'DELETE' }).click();
  await check.click();
  await part.getByText('It can be reached, and asks for a credential: none was sent.').waitFor();
  expect(upstream.requests).toMatchObject([
    { method: 'GET', path: '/' },
    { method: 'DELETE', path: '/locked' },
  ]);
  await part.getByRole('textbox', { name: /^Path/ }).fill('locked');
  await check.click();
  await part.locator('[aria-invalid=true]').waitFor();
  await part.getByRole('textbox', { name: /^Path/ }).fill('');
  await upstream.stop();
  await check.click();
  await part.getByText('Nothing listens there: check host and port.').waitFor();
  await closeDrawer(page);
  expect(problems).toEqual([]);
});

it('adds an MCP route, and shows how a tool call names it', async () => {
  await page.getByRole('link', { name: 'MCP', exact: true }).click();
  await page.getByRole('heading', { name: 'MCP routes' }).waitFor();
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('crm-tools');
  await choose(page, dialog().getByRole('combobox', { name: /^Agent/ }), 'support-bot');
  await press('Add the route');
  await drawer()
    .getByText(/"tool":"get_customer"/)
    .waitFor();
  await page.getByRole('row', { name: /crm-tools.*support-bot/ }).waitFor();
  expect(problems).toEqual([]);
});
