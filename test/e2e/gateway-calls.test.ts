/** The log of gateway calls in the app: the outcome of each, with filters that stay in the address. */
import type { ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, callMcp, ROUTES } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { OWNER } from './organization.ts';

let upstream: Upstream;
let service: TestService;
let browser: Browser;
let owner: OpenedPage;
let forwarded: string;
/** Answers that the upstream has not given yet. */
const owed: ServerResponse[] = [];

beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path.endsWith('/waits')) owed.push(reply);
    else reply.writeHead(path.endsWith('/missing') ? 404 : 201).end();
  });
  const egress = { resolver: async () => ['127.0.0.1'] };
  [service, browser] = await Promise.all([
    startTestService({ provisioning: acmeWithRoutes(upstream), egress }),
    startBrowser(),
  ]);
  owner = await openPage(browser, service);
  await signIn(owner.page, OWNER, '/app/gateway-calls');
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.stop();
});

it('says what to do while there is no call', async () => {
  const { page } = owner;
  await page.getByRole('heading', { name: 'No gateway call yet' }).waitFor();
  await page.getByText('Add a route on the Routes page').waitFor();
});

it('shows what became of each call, newest first', async () => {
  const { page, problems } = owner;
  const { baseUrl } = service;
  forwarded = (await callHttp(baseUrl, { routeId: ROUTES.crm, path: '/x', method: 'PUT' })).body.id;
  await callHttp(baseUrl, { routeId: ROUTES.crm, path: '/missing' });
  await callHttp(baseUrl, { routeId: ROUTES.away, path: '/' }, { key: TEST_KEY });
  await callHttp(baseUrl, { routeId: ROUTES.crm, resource: 'customers', action: 'DELETE_DATA' });
  await callMcp(baseUrl, { agent: 'support-bot', resource: 'orders', routeId: ROUTES.tools, tool: 'get_orders' });
  await page.reload();
  await page.getByText('4 in all').waitFor();
  expect(await page.locator('[data-row]').allInnerTexts()).toEqual([
    expect.stringMatching(
      /Allowed[\s\S]*Tool get_orders[\s\S]*MCP[\s\S]*crm-tools[\s\S]*support-bot[\s\S]*Decided only/,
    ),
    expect.stringMatching(/Blocked[\s\S]*GET call[\s\S]*HTTP[\s\S]*crm[\s\S]*Not forwarded/),
    expect.stringMatching(/Allowed[\s\S]*GET call[\s\S]*Answered 404[\s\S]*\d+ ms/),
    expect.stringMatching(/Allowed[\s\S]*PUT call[\s\S]*billing-bot[\s\S]*Answered 201[\s\S]*\d+ ms/),
  ]);
  const last = page.locator('[data-row]').last();
  await last.getByLabel('with a credential').waitFor();
  await page.goto('/app/gateway-calls?sandbox=true');
  await page.getByText('1 in all').waitFor();
  expect(await page.locator('[data-row]').innerText()).toMatch(
    /away[\s\S]*key_test_[\s\S]*connection refused[\s\S]*\d+ ms/,
  );
  await page.goto('/app/gateway-calls');
  expect(problems).toEqual([]);
});

it('filters by choice and by text, keeps the filters in the address, and leads to the event', async () => {
  const { page, problems } = owner;
  await page.getByText('4 in all').waitFor();
  const menu = page.getByRole('dialog', { name: 'Filter by' });
  const choose = async (field: string, value: string) => {
    await page.getByRole('button', { name: 'Filter' }).click();
    await menu.getByRole('button', { name: field }).click();
    await menu.getByRole('button', { name: value }).click();
  };
  await choose('Gateway', 'MCP');
  await page.waitForURL('**/app/gateway-calls?protocol=MCP');
  await page.getByText('1 in all').waitFor();
  await page.getByRole('button', { name: 'Remove the filter Gateway is MCP' }).click();
  await choose('Decision', 'Blocked');
  await page.getByText('1 in all').waitFor();
  await page.getByRole('button', { name: 'Remove the filter Decision is Blocked' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await menu.getByRole('button', { name: 'Route' }).click();
  await page.keyboard.type('crm');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/gateway-calls?route=crm');
  await page.getByText('3 in all').waitFor();
  await page.reload();
  await page.getByText('3 in all').waitFor();
  await page.getByRole('button', { name: 'Remove the filter Route is crm' }).waitFor();
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'PUT call' }).click();
  await page.waitForURL(`**open=${forwarded}`);
  await page.getByRole('link', { name: 'Open as page' }).click();
  await page.waitForURL(`**/app/events/${forwarded}`);
  expect(problems).toEqual([]);
});

it('shows a call that is under way, and its end by itself', async () => {
  const { page, problems } = owner;
  const waiting = callHttp(service.baseUrl, { routeId: ROUTES.crm, path: '/waits' });
  await expect.poll(() => owed.length).toBe(1);
  await page.goto('/app/gateway-calls');
  await page.getByText('Under way').waitFor();
  owed[0]?.writeHead(503).end();
  await waiting;
  await page.getByText('Answered 503').waitFor();
  expect(await page.getByText('Under way').count()).toBe(0);
  expect(problems).toEqual([]);
});
