// SPDX-License-Identifier: Apache-2.0
/** The log of gateway calls in the app, while a call is under way. Its page is tried beside its sources. */
import type { ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, ROUTES } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { words } from '../../web/src/pages/gateway-calls/words-en.ts';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { OWNER } from './organization.ts';

let upstream: Upstream;
let service: TestService;
let browser: Browser;
let owner: OpenedPage;
/** Answers that the upstream has not given yet. */
const owed: ServerResponse[] = [];

beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => {
    owed.push(reply);
  });
  [service, browser] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithRoutes(upstream) }),
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

it('shows a call that is under way, and its end by itself', async () => {
  const { page, problems } = owner;
  const waiting = callHttp(service.baseUrl, { routeId: ROUTES.crm, path: '/waits' });
  await expect.poll(() => owed.length).toBe(1);
  await page.goto('/app/gateway-calls');
  await page.getByText(words.underWay).waitFor();
  owed[0]?.writeHead(503).end();
  await waiting;
  await page.getByText(words.status(503)).waitFor();
  expect(await page.getByText(words.underWay).count()).toBe(0);
  expect(problems).toEqual([]);
});
