// SPDX-License-Identifier: Apache-2.0
/** GET /policies/analysis/shadow: by whom a policy is shadowed, with events that the decision path decides so. */
import type { AppPolicyList, PolicyShadow } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Ask for a few, action: EXPORT, decision: REVIEW, condition: { maxRecords: 99 } }
      - { name: Block many, action: EXPORT, decision: BLOCK, condition: { minRecords: 100 } }
      - { name: Allow what is stated, action: EXPORT, decision: ALLOW, condition: { minRecords: 0 } }
`;

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const shadow = async (policy: string) =>
  await member.call<PolicyShadow>(`/policies/analysis/shadow?policy=${encodeURIComponent(policy)}`);
const idOf = async (name: string) => {
  const { body } = await member.call<AppPolicyList>('/policies');
  return body.items.find((policy) => policy.name === name)?.id ?? '';
};

it('names those that decide all of it, each with an event that it decides', async () => {
  const { status, body } = await shadow((await idOf('Allow what is stated')).toUpperCase());
  expect([status, body.complete, body.shadowed]).toEqual([200, true, true]);
  expect(body.by.map(({ name }) => name)).toEqual(['Block many', 'Ask for a few']);
  for (const { name, witness } of body.by) {
    expect(witness.policy?.name).toBe(name);
    expect(witness.testCase).not.toBeNull();
    const answer = await member.call<{ results: { pass: boolean }[] }>('/policies/test', {
      body: { cases: [witness.testCase] },
    });
    expect(answer.body.results).toMatchObject([{ pass: true }]);
  }
});

it('answers that a policy with an effect is not shadowed', async () => {
  const { body } = await shadow(await idOf('Block many'));
  expect(body).toMatchObject({ complete: true, shadowed: false, by: [] });
});

it('refuses an id of no policy, and what is no id', async () => {
  expect((await shadow('0192d3c5-9d6b-7b0c-8a51-3f6a8c1f0e7b')).status).toBe(404);
  expect((await shadow('Block many')).status).toBe(400);
});
