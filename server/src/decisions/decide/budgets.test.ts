// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a budget lets exactly so much through, however many ask at once, and on any number of processes. */
import type { BudgetSpec, Decision } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, otherProcess, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACT = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA', recordsAffected: 5 };
const HOUR_MS = 3_600_000;
const BUDGET = { measure: 'COUNT', limit: 7, window: 'MONTH', per: 'ORGANIZATION', action: 'READ', onExceed: 'REVIEW' };

let service: TestService;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
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
const ask = async (at = service.baseUrl, over: object = {}, headers: Record<string, string> = {}) =>
  (await call<Decision>(at, '/v1/events', { body: { ...ACT, ...over }, headers })).body;
const used = async () =>
  await sql('SELECT b.name, c.used::int FROM svc.counters c JOIN svc.budgets b ON b.id = c.of ORDER BY b.name');
const decisionOf = async (over: object = {}) => (await ask(service.baseUrl, over)).decision;

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

  it('case 31: gives its one slot to one of two at once, on two processes', async () => {
    await addBudget({ limit: 1, onExceed: 'BLOCK' });
    const other = await otherProcess(service);
    const asked = await Promise.all([ask(), ask(other.baseUrl)]);
    await other.stop();
    expect(asked.map(({ decision }) => decision).sort()).toEqual(['ALLOW', 'BLOCK']);
    expect(await used()).toEqual([{ name: 'Reads', used: 1 }]);
  });

  it('case 32: counts nothing of an act that another one refuses; the strictest decides, then the name', async () => {
    await addBudget({ limit: 1 }, 'b full');
    await addBudget({ limit: 5 }, 'a roomy');
    expect([await decisionOf(), await decisionOf()]).toEqual(['ALLOW', 'REVIEW']);
    const counts = [
      { name: 'a roomy', used: 1 },
      { name: 'b full', used: 1 },
    ];
    expect(await used()).toEqual(counts);
    await addBudget({ limit: 1 }, 'a full');
    await addBudget({ measure: 'RECORDS', limit: 4, onExceed: 'BLOCK' }, 'z strict');
    expect(await ask()).toMatchObject({ decision: 'BLOCK', budget: { name: 'z strict' } });
    await sql(`DELETE FROM svc.budgets WHERE name = 'z strict'`);
    await sql('UPDATE svc.organization_heads SET generation = generation + 1');
    expect(await decisionOf({ action: 'DELETE_DATA' })).not.toBe('REVIEW');
    expect(await ask()).toMatchObject({ decision: 'REVIEW', budget: { name: 'b full' } });
    expect(await used()).toEqual(counts);
  });

  it('case 33: begins anew at the end of its window, told by the moment of each act', async () => {
    await addBudget({ limit: 1, window: 'HOUR' });
    const intoHourMs = service.clock.nowMs() % HOUR_MS;
    service.clock.move(HOUR_MS - intoHourMs - 2_000);
    expect([await decisionOf(), await decisionOf()]).toEqual(['ALLOW', 'REVIEW']);
    service.clock.move(2_000);
    expect([await decisionOf(), await decisionOf()]).toEqual(['ALLOW', 'REVIEW']);
    expect(await used()).toHaveLength(2);
  });

  it('case 34: counts the replay of a decision once, and has no room for records that are not told', async () => {
    await addBudget({ limit: 3 });
    const key = { 'idempotency-key': 'once' };
    const [first, again] = [await ask(service.baseUrl, {}, key), await ask(service.baseUrl, {}, key)];
    expect([first.decision, again.id]).toEqual(['ALLOW', first.id]);
    expect(await used()).toEqual([{ name: 'Reads', used: 1 }]);
    await addBudget({ measure: 'RECORDS', limit: 10 }, 'Records');
    const { recordsAffected: _, ...silent } = ACT;
    const refused = (await call<Decision>(service.baseUrl, '/v1/events', { body: silent })).body;
    expect(refused).toMatchObject({ decision: 'REVIEW', budget: { name: 'Records' } });
    expect(refused.reasons[0]).toContain('which counts records that the act does not tell');
    expect(await decisionOf({ recordsAffected: 10 })).toBe('ALLOW');
    expect(await decisionOf({ recordsAffected: 1 })).toBe('REVIEW');
    expect(await decisionOf({ recordsAffected: 0 })).toBe('ALLOW');
    expect(await used()).toMatchObject([{ name: 'Reads', used: 3 }, { used: 10 }]);
  });

  it('case 35: leaves a review alone that it asked for, when it is raised or deleted', async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const body = { ...BUDGET, name: 'Reads', limit: 1 };
    const { id } = (await owner.call<{ id: string }>('/budgets', { body })).body;
    expect(await decisionOf()).toBe('ALLOW');
    const reviews = [await ask(), await ask()];
    expect(reviews.map(({ finalDecision }) => finalDecision)).toEqual(['REVIEW', 'REVIEW']);
    const stands = async (review: Decision | undefined) =>
      (await call<Decision>(service.baseUrl, `/v1/events/${review?.id}`)).body.finalDecision;
    const approve = async (review: Decision | undefined) =>
      (await owner.call<Decision>(`/reviews/${review?.id}/approve`, { body: {} })).body.finalDecision;
    expect((await owner.call(`/budgets/${id}/raise`, { body: { amount: 1, note: 'Closing' } })).status).toBe(200);
    expect(await stands(reviews[0])).toBe('REVIEW');
    expect(await approve(reviews[0])).toBe('ALLOW');
    expect((await owner.call(`/budgets/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await stands(reviews[1])).toBe('REVIEW');
    expect(await approve(reviews[1])).toBe('ALLOW');
    expect(await used()).toEqual([]);
    expect(await decisionOf()).toBe('ALLOW');
  });

  it('tells its numbers only where the organization tells alternatives, and counts TEST keys apart', async () => {
    await addBudget({ limit: 1 });
    expect(await decisionOf()).toBe('ALLOW');
    const ofTest = (await call<Decision>(service.baseUrl, '/v1/events', { body: ACT, key: TEST_KEY })).body;
    expect(ofTest.decision).toBe('ALLOW');
    expect((await ask()).budget).toEqual({
      id: expect.any(String),
      name: 'Reads',
      window: 'MONTH',
      resetsAt: expect.any(String),
    });
    await sql('UPDATE svc.organizations SET alternatives = true');
    await sql('UPDATE svc.organization_heads SET generation = generation + 1');
    expect((await ask()).budget).toMatchObject({ limit: 1, used: 1 });
  });

  it('moves only the evaluated decision in monitor mode, and counts all the same', async () => {
    await addBudget({ limit: 1, mode: 'MONITOR', onExceed: 'BLOCK' });
    expect(await decisionOf()).toBe('ALLOW');
    expect(await ask()).toMatchObject({ decision: 'ALLOW', evaluatedDecision: 'BLOCK', monitored: true });
    expect(await used()).toEqual([{ name: 'Reads', used: 2 }]);
  });
});
