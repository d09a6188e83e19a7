// SPDX-License-Identifier: Apache-2.0
/** GET /docs: every operation and every body of the contract, without a script. */
import { NAMED_SCHEMAS, OPERATIONS } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { EXAMPLES } from './examples.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

it.each(['/docs', '/docs/'])('%s names every operation and its bodies', async (path) => {
  const answer = await fetch(service.baseUrl + path);
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const [id, { method, path: operationPath, request, success }] of Object.entries(OPERATIONS)) {
    expect(page).toContain(`<h3 id="${id}">`);
    expect(page).toContain(`${method} ${operationPath}`);
    for (const name of [request, success.schema]) if (name !== null) expect(page).toContain(`<h3 id="${name}">`);
  }
  for (const field of Object.keys((NAMED_SCHEMAS.Decision as { properties: object } | never).properties)) {
    expect(page).toContain(`<td><code>${field}</code></td>`);
  }
  expect(page).toContain(service.baseUrl);
});

it('runs no script, and every link within leads somewhere', async () => {
  const answer = await fetch(`${service.baseUrl}/docs`);
  const page = await answer.text();
  expect(page).not.toMatch(/<script|\son\w+=|undefined|\[object/);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

it.each(['/docs', '/docs/'])('%s loads nothing, runs nothing and stands in no frame', async (path) => {
  const { headers } = await fetch(service.baseUrl + path);
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  const lenient = policy.filter(
    (one) => !/^(?:[a-z-]+ 'none'|style-src (?:'sha256-[\w+/=]+' ?)+|img-src data:)$/.test(one),
  );
  expect(lenient).toEqual([]);
  const needed = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  expect(policy).toEqual(expect.arrayContaining(needed));
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
});

it('shows an example of each body, which the service takes as it stands', async () => {
  const withBody = Object.entries(OPERATIONS).filter(([, { request }]) => request !== null);
  expect(Object.keys(EXAMPLES).sort()).toEqual(withBody.map(([id]) => id).sort());
  const page = await (await fetch(`${service.baseUrl}/docs`)).text();
  const decided = await call<{ id: string }>(service.baseUrl, '/v1/events', { body: EXAMPLES.redeemEvent ?? {} });
  for (const [id, { method, path }] of withBody) {
    const answer = await fetch(service.baseUrl + path.replace('{id}', decided.body.id), {
      method,
      headers: {
        authorization: `Bearer ${LIVE_KEY}`,
        'content-type': 'application/json',
        ...(id === 'redeemEvent' && { 'idempotency-key': 'example' }),
      },
      body: JSON.stringify(EXAMPLES[id as keyof typeof EXAMPLES]),
    });
    expect({ id, ok: answer.ok, body: answer.ok ? '' : await answer.text() }).toEqual({ id, ok: true, body: '' });
    expect(page).toContain(`curl -s -X ${method} '${service.baseUrl}${path}'`);
  }
});

it('gives the documents that it is written from, for the contract and for the app', async () => {
  for (const path of ['/openapi.json', '/app/openapi.json']) {
    const document = (await (await fetch(service.baseUrl + path)).json()) as { servers: { url: string }[] };
    expect(document.servers).toEqual([{ url: service.baseUrl }]);
  }
});
