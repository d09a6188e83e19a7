// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a budget lets exactly so much through, however many ask at once, and on any number of processes. */
import type { BudgetSpec, Decision } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

const ACT = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA', recordsAffected: 5 };
const BUDGET = { measure: 'COUNT', limit: 7, window: 'MONTH', per: 'ORGANIZATION', action: 'READ', onExceed: 'REVIEW' };

let service: TestService;
beforeEach(async () => {
  service = await openOrganization();
});
afterEach(() => service.stop());

const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
async function addBudget(over: Partial<BudgetSpec> = {}, name = 'Reads') {
  await sql(
    `INSERT INTO svc.budgets (organization_id, id, name, spec, series, since, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), $1, $2, 1, now() - interval '1 day', now(), now() FROM svc.organizations
     WHERE name = $3`,
    [name, JSON.stringify({ ...BUDGET, ...over }), ACME],
  );
  await sql('UPDATE svc.organization_heads SET generation = generation + 1');
}
const ask = async (at = service.baseUrl, over: object = {}) =>
  (await call<Decision>(at, '/v1/events', { body: { ...ACT, ...over } })).body;

describe('a budget', () => {
  it('lets exactly its limit through, of many at once on two processes', async () => {
    await addBudget();
    const other = await otherProcess(service);
    const asked = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n % 2 ? other.baseUrl : service.baseUrl)));
    await other.stop();
    expect(asked.filter(({ decision }) => decision === 'ALLOW')).toHaveLength(7);
    const refused = asked.find(({ decision }) => decision === 'REVIEW') ?? expect.fail();
    expect(refused).toMatchObject({
      policy: null,
      cause: { by: 'BUDGET' },
      budget: { name: 'Reads', window: 'MONTH' },
    });
    expect(refused.reasons[0]).toMatch(/^The budget "Reads", which has no room until .*, decides REVIEW\.$/);
    expect(await sql('SELECT used FROM svc.counters')).toEqual([{ used: '7' }]);
    const read = (await call<Decision>(service.baseUrl, `/v1/events/${refused.id}`)).body;
    expect(read).toEqual({ ...refused, review: { ...refused.review, url: read.review?.url } });
  });
});
