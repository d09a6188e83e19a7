// SPDX-License-Identifier: Apache-2.0
/** POST /agents: the plan's count is exact, however many are made at once and wherever. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const PLACES = 20;
const CREATIONS = 64;

let service: TestService;
let other: TestService;
beforeAll(async () => {
  // Four agents are there already.
  const settings = [`agentsMax: ${PLACES + 4}`];
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings }) });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

it('lets 64 creations on two processes fill the plan, and not pass it', async () => {
  const browsers = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(other.baseUrl, PEOPLE.admin)];
  /** On a slow machine some wait too long for a connection, and are asked to try again. */
  const create = async (n: number) => {
    for (;;) {
      const answer = await browsers[n % 2]?.call('/agents', { body: { name: `new-${n}` } });
      if (answer?.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(Array.from({ length: CREATIONS }, (_, n) => create(n)));
  const made = answers.filter((answer) => answer?.status === 201);
  const refused = answers.filter((answer) => answer?.status === 403);
  expect([made.length, refused.length]).toEqual([PLACES, CREATIONS - PLACES]);
  for (const answer of refused) expect(answer?.body.error).toBe('plan_limit');
  // On the first process the operator alone changes the plan; on the other one owners do.
  const namesCommand = answers.map((answer) => /svc-server organization plan/.test(String(answer?.body.message)));
  const isRefusedByFirst = answers.map((answer, n) => answer?.status === 403 && n % 2 === 0);
  expect(namesCommand).toEqual(isRefusedByFirst);
  const text = `SELECT count(*)::int AS n FROM svc.agents JOIN svc.organizations o USING (organization_id)
    WHERE o.name = '${ACME}'`;
  expect(await readRows(service.database, text)).toEqual([{ n: PLACES + 4 }]);
});
