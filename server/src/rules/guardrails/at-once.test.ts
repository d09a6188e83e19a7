// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: of changes that each keep a guardrail, and together break it, not all are made, on two processes as on
 * one. A guardrail that is made while a change is under way is kept by it, or comes after it.
 */
import type { ErrorBody, Guardrail, GuardrailsProved, PolicyApplyResponse } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { acmeWithClaims, DELETES, EXPORTS, keep, NO_DELETES } from '#harness/guardrails';
import { call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ROUNDS = 5;
/** Either of them holds the claim alone. */
const SECOND = { ...DELETES, name: 'Block deletes too' };

let services: TestService[];
let admins: Browser[];
beforeAll(async () => {
  const first = await openOrganization({ provisioning: () => acmeWithClaims() });
  services = [first, await otherProcess(first)];
  admins = await Promise.all(services.map(({ baseUrl }) => signIn(baseUrl, PEOPLE.admin)));
});
afterAll(async () => {
  for (const service of services.toReversed()) await service.stop();
});
beforeEach(async () => {
  for (const table of ['guardrail_proofs', 'guardrails', 'guardrail_versions', 'rate_windows']) {
    await readRows(first().database, `DELETE FROM svc.${table}`);
  }
});

const first = () => services[0] as TestService;
const send = (process: number, body: object) =>
  call<PolicyApplyResponse & ErrorBody>(services[process]?.baseUrl ?? '', '/v1/policies/apply', { body });
const claim = () => admins[0] as Browser;
const holdsNow = async () => {
  const { items } = (await claim().call<GuardrailsProved>('/guardrails/prove', { body: {} })).body;
  return items.map(({ proof }) => proof?.result?.proved);
};

it('two applies, each of which takes one of two policies away', async () => {
  await send(0, { policies: [DELETES, SECOND, EXPORTS], prune: true });
  await keep(claim(), NO_DELETES, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([
      send(0, { policies: [{ ...DELETES, enabled: false }] }),
      send(1, { policies: [{ ...SECOND, enabled: false }] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.brokenClaims).toMatchObject([{ name: NO_DELETES.name, refuses: true }]);
    expect(await holdsNow()).toEqual([true]);
    expect((await send(0, { policies: [DELETES, SECOND] })).status).toBe(200);
  }
});

it('a deletion in the console beside an apply on another process', async () => {
  await send(0, { policies: [DELETES, SECOND, EXPORTS], prune: true });
  await keep(claim(), NO_DELETES, true);
  const { items } = (await claim().call<{ items: { id: string; name: string }[] }>('/policies')).body;
  const id = items.find(({ name }) => name === SECOND.name)?.id;
  const answers = await Promise.all([
    send(1, { policies: [{ ...DELETES, enabled: false }] }),
    claim().call(`/policies/${id}`, { method: 'DELETE', body: {} }),
  ]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  expect(await holdsNow()).toEqual([true]);
});

it('a guardrail that is made while a change is under way is kept, or made after it', async () => {
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await readRows(first().database, 'DELETE FROM svc.guardrails');
    expect((await send(0, { policies: [DELETES, EXPORTS], prune: true })).status).toBe(200);
    const [applied, made] = await Promise.all([
      send(1, { policies: [EXPORTS], prune: true }),
      claim().call<Guardrail>('/guardrails', { body: { claim: NO_DELETES, enforcing: true } }),
    ]);
    expect(made.status).toBe(201);
    const [holds] = await holdsNow();
    // It was refused, and the claim holds; or it came first, and the guardrail was broken when it was made.
    expect([applied.status, holds]).toEqual(applied.status === 409 ? [409, true] : [200, false]);
  }
});
