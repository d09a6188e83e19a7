// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: nothing is refused to an owner beside eleven free organizations of one stranger, all at full speed. Proofs,
 * guarded changes of policies, calls of an upstream and searches are walked.
 */
import type { ServerResponse } from 'node:http';
import type { PolicySpec } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { amount } from '#harness/amount';
import { PATIENTLY } from '#harness/bounds';
import { acmeWithClaims, keep, NO_DELETES, STORED } from '#harness/guardrails';
import { call, idOf, openOrganization, type TestService } from '#harness/service';
import { callHttp } from '#harness/service/gateways.ts';
import { storePolicies } from '#harness/service/large-policies.ts';
import { organizationName } from '#harness/service/names.ts';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { SHARED_PLACES } from './index.ts';

const ORGANIZATIONS = Array.from({ length: 11 }, (_, at) => at);
const nameOf = (at: number) => organizationName(`Stranger ${at}`);
const keyOf = (at: number) => `key_live_${idOf(`51${at.toString(16).padStart(2, '0')}`).replaceAll('-', '')}Stranger`;
const routeOf = (at: number) => idOf(`f2${at.toString(16).padStart(2, '0')}`);
const ROUTE_OF_ACME = idOf('f300');

/** Alternatives over agents, types and numbers: dear to analyse, and each a policy that a person could store. */
function boxes(policy: number, count: number): PolicySpec {
  const some = (words: readonly string[], seed: number) => words.filter((_, bit) => (seed >>> bit) % 2 === 1);
  const agents = Array.from({ length: 12 }, (_, agent) => `a${agent}`);
  const anyOf = Array.from({ length: count }, (_, at) => {
    const minRecords = (at * 7_919 + policy * 31) % 50_000;
    const agentIds = some(agents, Math.imul(at, 0x9e3779b1) + policy * 97);
    const dlpTypes = some(['CPF', 'RG', 'EMAIL', 'CEP', 'CNPJ', 'PHONE_BR'], at * 40_503 + policy);
    return { minRecords, maxRecords: minRecords + 1 + ((at * 104_729) % 20_000), allOf: [{ agentIds }, { dlpTypes }] };
  });
  const decision = (['ALLOW', 'REVIEW', 'BLOCK'] as const)[policy % 3] ?? 'ALLOW';
  return { name: `boxes ${policy}`, action: 'ANY', decision, condition: { anyOf } } as PolicySpec;
}

let upstream: Upstream;
let service: TestService;
let admin: Browser;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path === '/hangs') held.push(reply);
    else reply.end('quick');
  });
  const route = (id: string) =>
    `    httpRoutes:\n      - { id: ${id}, name: shared, baseUrl: "http://shared.test:${upstream.port}", timeoutMs: 300000 }\n`;
  const strangers = ORGANIZATIONS.map(
    (at) =>
      `  - name: ${nameOf(at)}\n    plan: DEVELOPER\n    resources: [{ name: orders, classification: INTERNAL }]\n` +
      `    agents: [{ name: billing-bot }]\n    apiKeys: [{ name: live, key: ${keyOf(at)} }]\n${route(routeOf(at))}`,
  );
  const acme = acmeWithClaims().replace('    policies:', `${route(ROUTE_OF_ACME)}    policies:`);
  service = await openOrganization({ provisioning: () => acme + strangers.join('') });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  await readRows(service.database, `UPDATE svc.organizations SET holder = 'stranger' WHERE name = ANY ($1)`, [
    ORGANIZATIONS.map(nameOf),
  ]);
  const set = Array.from({ length: amount(4, 14) }, (_, policy) => boxes(policy, amount(300, 1_100)));
  for (const at of ORGANIZATIONS) await storePolicies(service.database, nameOf(at), set);
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

/** Large sets are compiled for the first decision: callers ask again when that takes longer than they are let wait. */
async function untilDecided(key: string): Promise<void> {
  const body = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  while ((await call(service.baseUrl, '/v1/events', { body, key })).status === 503);
}

/** Requests of every organization of the stranger, two at a time each, until the work beside them is done. */
async function beside<Result>(ask: (at: number) => Promise<{ status: number }>, work: () => Promise<Result>) {
  const statuses = new Set<number>();
  let isOver = false;
  const crowd = [...ORGANIZATIONS, ...ORGANIZATIONS].map(async (at) => {
    while (!isOver) statuses.add((await ask(at)).status);
  });
  const result = await work();
  isOver = true;
  await Promise.all(crowd);
  return { result, statuses };
}

const CLAIM = { name: 'c', when: { action: 'EXPORT' }, never: ['ALLOW'] };
const prove = (key?: string) =>
  call(service.baseUrl, '/v1/policies/prove', { body: { claims: [CLAIM] }, ...(key && { key }) });

it('proofs, and changes that a claim guards', async () => {
  await keep(admin, NO_DELETES, true);
  const { result, statuses } = await beside(
    (at) => prove(keyOf(at)),
    async () => {
      const all: number[] = [];
      for (let round = 0; round < 8; round += 1) {
        all.push((await prove()).status);
        const policies = [
          ...STORED,
          { name: 'Block exports', action: 'EXPORT', decision: round % 2 ? 'BLOCK' : 'REVIEW' },
        ];
        all.push((await call(service.baseUrl, '/v1/policies/apply', { body: { policies } })).status);
      }
      return all;
    },
  );
  expect(new Set(result)).toEqual(new Set([200]));
  expect(statuses).toContain(200);
});

it('calls of an upstream that hangs for the stranger', async () => {
  const { perHolderMax, atOnceMax } = SHARED_PLACES.calls;
  let answered = 0;
  for (const at of ORGANIZATIONS) await untilDecided(keyOf(at));
  const calls = ORGANIZATIONS.flatMap((at) =>
    Array.from({ length: 64 }, () =>
      callHttp(
        service.baseUrl,
        { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', routeId: routeOf(at), path: '/hangs' },
        { key: keyOf(at) },
      ).finally(() => (answered += 1)),
    ),
  );
  const settled = Promise.all(calls);
  const ofStranger = perHolderMax / 2;
  await vi.waitFor(() => expect([held.length, answered]).toEqual([ofStranger, calls.length - ofStranger]), PATIENTLY);
  const { body } = await callHttp(service.baseUrl, { routeId: ROUTE_OF_ACME, path: '/quick' });
  expect(body.gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'quick' });
  for (const reply of held) reply.end('late');
  await settled;
  expect(calls.length).toBeGreaterThan(atOnceMax);
});

it('searches and decisions', async () => {
  const decide = (key?: string) =>
    call(service.baseUrl, '/v1/events', {
      body: { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' },
      ...(key && { key }),
    });
  const { result } = await beside(
    (at) => decide(keyOf(at)),
    async () => {
      const all: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        all.push((await decide()).status, (await admin.call('/events?q=orders')).status);
      }
      return all;
    },
  );
  expect(new Set(result)).toEqual(new Set([200]));
});
