// SPDX-License-Identifier: Apache-2.0
/** POST /policies/difference: what an edit changes, for every event, and what the edited policy does in its set. */
import type { AppPolicyDifference, AppPolicyList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Ask for exports, action: EXPORT, decision: REVIEW, condition: { minRecords: 100 } }
      - { name: Block deletions, action: DELETE, decision: BLOCK }
`;

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
  await service.app.warm();
});
afterAll(() => service.stop());

const compare = async (body: object) => {
  const answer = await member.call<AppPolicyDifference>('/policies/difference', { body });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ complete: true })]);
  return answer.body;
};
const idOf = async (name: string) => {
  const { body } = await member.call<AppPolicyList>('/policies');
  return body.items.find((policy) => policy.name === name)?.id;
};
const ASKS = { name: 'Ask for exports', action: 'EXPORT', decision: 'REVIEW' };

it('tells what gets looser, with an event that shows it', async () => {
  const id = await idOf('Ask for exports');
  const answer = await compare({ change: { id, policy: { ...ASKS, condition: { minRecords: 500 } } } });
  // Where the policy no longer asks, the risk score decides, and it may block.
  expect([answer.looser, answer.stricter, answer.approvers]).toEqual([1, 1, 0]);
  const [change] = answer.changes;
  expect([change?.kind, change?.from.decision, change?.to.decision]).toEqual(['looser', 'REVIEW', 'ALLOW']);
  for (const { area, witness } of change?.areas ?? []) {
    expect(area.records).toMatchObject({ from: 100, to: 499, isNotStated: false });
    expect(witness.decision).toBe('ALLOW');
  }
  expect(answer.standing).toEqual({ finding: null, shadowers: [] });
});

it('tells other approvers, and that nothing changes', async () => {
  const id = await idOf('Ask for exports');
  const same = { ...ASKS, condition: { minRecords: 100 } };
  expect((await compare({ change: { id, policy: { ...same, approverRoles: ['OWNER'] } } })).approvers).toBe(1);
  expect((await compare({ change: { id, policy: same } })).changes).toEqual([]);
});

it.each<[string, object, string | null, string[]]>([
  ['matches nothing', { condition: { minRecords: 9, maxRecords: 1 } }, 'NEVER_MATCHES', []],
  ['is overruled', { action: 'DELETE', decision: 'REVIEW' }, 'SHADOWED', ['Block deletions']],
  ['changes nothing', { action: 'DELETE', decision: 'BLOCK', name: 'A second' }, 'WITHOUT_EFFECT', []],
  ['is off', { enabled: false }, null, []],
])('tells of a new policy that it %s', async (_, fields, finding, shadowers) => {
  const { standing } = await compare({ change: { policy: { ...ASKS, name: 'New', ...fields } } });
  expect([standing?.finding, standing?.shadowers.map(({ name }) => name)]).toEqual([finding, shadowers]);
});

it('compares whole sets, of which none is examined by itself', async () => {
  const answer = await compare({ policies: [] });
  expect([answer.looser > 0, answer.standing]).toEqual([true, null]);
});

it.each<[object, number]>([
  [{ change: { policy: { ...ASKS, decision: 'MAYBE' } } }, 400],
  [{ change: { policy: ASKS }, policies: [] }, 400],
  [{ change: { policy: { ...ASKS, nonsense: 1 } } }, 400],
  [{ nonsense: 1 }, 400],
  [{ change: { id: '018f0000-0000-7000-8000-00000000ffff', policy: ASKS } }, 404],
])('refuses %j with %i', async (body, status) => {
  expect((await member.call('/policies/difference', { body })).status).toBe(status);
});

it('tells what a restore of an earlier version would loosen, and of one that never was nothing', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const before = (await owner.call<AppPolicyList>('/policies')).body.version;
  const strict = { name: 'Block refunds', action: 'WRITE', decision: 'BLOCK' };
  expect((await owner.call('/policies', { body: strict })).status).toBe(201);
  const answer = await compare({ version: before });
  expect([answer.looser > 0, answer.stricter]).toEqual([true, 0]);
  expect((await compare({ version: before + 1 })).changes).toEqual([]);
  expect((await member.call('/policies/difference', { body: { version: 9_999 } })).status).toBe(404);
});
