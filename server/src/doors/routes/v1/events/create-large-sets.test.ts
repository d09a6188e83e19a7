// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an organization with a policy set that is dear to compile and to evaluate waits for it, and others do not.
 * Agents compiled in each turn of the event loop are counted, and answers to another organization.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ACME, call, GLOBEX_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { dearPolicies, storePolicies } from '#harness/service/large-policies.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
  // Both organizations are warm, and so is the code that compiles and decides.
  await storePolicies(service.database, ACME, dearPolicies(50));
  await decide();
  await decideOfGlobex();
});
afterAll(() => service.stop());

/** A busy machine may take longer than a caller is let wait: callers ask again then. */
async function decide(action: object = PLAIN_ACTION) {
  for (;;) {
    const answer = await call(service.baseUrl, '/v1/events', { body: action });
    if (answer.status !== 503) return answer;
  }
}

const decideOfGlobex = () => call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body: GLOBEX_ACTION });
const GLOBEX_ACTION = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };

/** Answers to the other organization, one after another, until this one has its own. */
async function answersBeside(work: Promise<unknown>): Promise<number> {
  let isWorking = true;
  void work.finally(() => {
    isWorking = false;
  });
  let answers = 0;
  while (isWorking) {
    expect((await decideOfGlobex()).status).toBe(200);
    answers += 1;
  }
  return answers;
}

/** Agents that policies name are put into sets when they are compiled: how many in each turn of the event loop. */
async function agentsCompiledPerTurn(work: Promise<unknown>): Promise<number[]> {
  const added = vi.spyOn(Set.prototype, 'add');
  const agents = () => added.mock.calls.filter(([item]) => typeof item === 'string' && /^a\d+$/.test(item)).length;
  const counts: number[] = [];
  let isWorking = true;
  void work.finally(() => {
    isWorking = false;
  });
  while (isWorking) {
    await turn();
    if (added.mock.calls.length === 0) continue;
    counts.push(agents());
    added.mockClear();
  }
  added.mockRestore();
  return counts;
}

it('compiles a large set in many turns, after which its organization has its answer', async () => {
  const policies = dearPolicies(2_000);
  await storePolicies(service.database, ACME, policies);
  const first = decide({ ...PLAIN_ACTION, recordsAffected: 1 });
  const counts = await agentsCompiledPerTurn(first);
  const agents = 20 * policies.length;
  expect(counts.reduce((sum, count) => sum + count)).toBe(agents);
  expect(Math.max(...counts)).toBeLessThan(agents / 5);
  expect(await first).toMatchObject({ status: 200, body: { decision: 'ALLOW' } });
});

it('decides for others while many decisions under a large set wait, which take their turns', async () => {
  const actions = ['READ_DATA', 'WRITE_DATA', 'EXPORT_DATA', 'SEND_EMAIL', 'DELETE_DATA'];
  const many = Promise.all(
    actions.map(async (action) => {
      const body = { ...PLAIN_ACTION, action, destination: 'INTERNAL', recordsAffected: 1 };
      const answer = await call(service.baseUrl, '/v1/events', { body });
      // A busy machine may take longer than a caller is let wait, and asking again would only lengthen the line.
      return { action, decision: answer.status === 503 ? null : answer.body.decision };
    }),
  );
  expect(await answersBeside(many)).toBeGreaterThan(10);
  for (const { action, decision } of await many) {
    if (decision !== null) expect([action, decision === 'BLOCK']).toEqual([action, action === 'DELETE_DATA']);
  }
});
