// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: one act goes the whole way by real programs. An agent of the AI SDK asks, and a person approves on a phone.
 * The redemption forwards the call. Its outcome stands in an export that both offline verifiers accept.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { startUpstream, type Upstream } from '#harness/upstream';
import { verifyInPython } from '../../../test/audit/verify-in-python.ts';
import { openPage, signIn, startBrowser } from '../../../test/e2e/browser.ts';
import { OWNER, organization } from '../../../test/e2e/organization.ts';
import { ROOT } from '../../../test/tidy/source-files.ts';
import { words as acts } from '../../../web/src/decision/act-words-pt-br.ts';
import { words as review } from '../../../web/src/review/words-pt-br.ts';
import { createClient, type HttpGatewayRequest } from '../../src/index.ts';

const SVC_SERVER = join(ROOT, 'server/bin/svc-server.js');
const ROUTE = '018f0000-0000-7000-8000-00000000c0de';
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'pt-BR', colorScheme: 'dark' } as const;
const WAIT_MS = 60_000;

let upstream: Upstream;
let service: TestService;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.writeHead(201).end('{"exported":12}'));
  const provisioning = () => organization({ routes: { [ROUTE]: upstream.url } });
  [service, browser] = await Promise.all([openOrganization({ provisioning }), startBrowser()]);
  folder = mkdtempSync(join(tmpdir(), 'svc-whole-way-'));
});
afterAll(async () => {
  await Promise.all([browser?.close(), service?.stop(), upstream?.stop()]);
  rmSync(folder, { recursive: true });
});

const CALL: HttpGatewayRequest = {
  agent: 'support-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 12,
  routeId: ROUTE,
  method: 'POST',
  path: '/exports',
  body: { month: 3 },
  context: { purpose: 'The auditor asked for the customers of March', destinationName: 'Ana Lima' },
};

/** The agent: its tool asks, waits for a person, and redeems. */
function runAgent(onHeld: (eventId: string) => void) {
  const svc = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
  const exportCustomers = tool({
    inputSchema: z.object({}),
    execute: async () => {
      const held = await svc.gateway.http(CALL);
      onHeld(held.id ?? '');
      const settled = await svc.waitForDecision(held, { timeoutMs: WAIT_MS });
      const { gateway } = await svc.redeem(settled.id ?? '', CALL);
      return gateway?.upstream?.truncatedBody ?? 'not forwarded';
    },
  });
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool';
      return {
        warnings: [],
        usage,
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        content: isDone
          ? [{ type: 'text', text: 'done' }]
          : [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'exportCustomers', input: '{}' }],
      };
    },
  });
  return generateText({ model, prompt: 'Export March', tools: { exportCustomers }, stopWhen: isStepCount(3) });
}

it('from the question of an agent to an outcome that strangers verify', async () => {
  let agent: ReturnType<typeof runAgent> | undefined;
  const id = await new Promise<string>((resolve) => {
    agent = runAgent(resolve);
  });
  expect(upstream.requests).toEqual([]);

  const { page, context, problems } = await openPage(browser, service, PHONE);
  await signIn(page, OWNER, `/app/reviews?event=${id}`);
  await page.getByRole('region', { name: acts.says }).getByText('The auditor asked').waitFor();
  await page.getByRole('button', { name: review.approve, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: review.approveNow }).click();

  const { steps } = await (agent as ReturnType<typeof runAgent>);
  expect(JSON.stringify(steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)))).toContain(
    'exported',
  );
  expect(upstream.requests).toMatchObject([{ method: 'POST', path: '/exports', body: '{"month":3}' }]);
  await page.goto(`/app/events/${id}`);
  await page.getByText(acts.says).first().waitFor();
  await page
    .getByText(/^Feita/)
    .first()
    .waitFor();
  expect(problems).toEqual([]);

  const exported = await page.request.get('/audit/export', { headers: { 'sec-fetch-site': 'same-origin' } });
  const text = await exported.text();
  await context.close();
  const file = join(folder, 'audit.ndjson');
  writeFileSync(file, text);
  const lines = text.split('\n').filter((line) => line.includes(id));
  expect(lines.map((line) => /"kind":"([^"]+)"/.exec(line)?.[1])).toEqual([
    'decision.recorded',
    'review.approved',
    'redemption.made',
    'gateway.called',
  ]);
  const verified = execFileSync(process.execPath, [SVC_SERVER, 'audit', 'verify', file], { encoding: 'utf8' });
  expect(verified).toMatch(/^VALID/);
  expect(verified).toContain('Digests of acts that follow from their entries: 1');
  expect(verifyInPython([file])).toMatch(/^VALID/);
});
