// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/prove: each refuted claim comes with an event that a policy test replays; nothing is recorded. */
import type { PolicyProof, PolicyProveResponse, PolicyTestResponse } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, GLOBEX_KEY, OFFICE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

describe('200', () => {
  const prove = async (body: object, key = TEST_KEY) =>
    (await call<PolicyProveResponse>(service.baseUrl, '/v1/policies/prove', { body, key })).body;

  async function proofOf(claim: object, policies?: object[]): Promise<PolicyProof> {
    const { results, complete } = await prove({ claims: [{ name: 'claim', ...claim }], ...(policies && { policies }) });
    expect(complete).toBe(true);
    const [proof] = results;
    if (proof === undefined) throw new Error('no proof was answered');
    return proof;
  }

  /** A policy test of the event decides as the proof said. */
  async function replay(proof: PolicyProof, policies?: object[]): Promise<PolicyTestResponse['results'][number]> {
    const { counterexample } = proof;
    const body = { cases: [counterexample?.testCase], ...(policies && { policies }) };
    const { body: tested } = await call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', {
      body,
      key: TEST_KEY,
    });
    const [result] = tested.results;
    expect(result).toMatchObject({ pass: true, decision: counterexample?.decision });
    expect(result?.riskScore).toBe(counterexample?.riskScore);
    return result as PolicyTestResponse['results'][number];
  }

  const EXPORTS = { when: { action: 'EXPORT', destination: 'EXTERNAL' }, resource: 'CUSTOMER_PII', atLeast: 'REVIEW' };
  const REVIEW_EXPORTS = { name: 'Review exports', action: 'EXPORT', decision: 'REVIEW' };
  const ALLOW_SMALL = { name: 'Few', action: 'EXPORT', decision: 'ALLOW', condition: { maxRecords: 10 } };

  it('refutes a claim by an event that a test replays', async () => {
    const proof = await proofOf(EXPORTS, [ALLOW_SMALL]);
    expect(proof).toMatchObject({ proved: false, vacuous: false, of: 'decision', heldBy: [], evadable: null });
    expect(proof.counterexample).toMatchObject({ decision: 'ALLOW', hypothetical: false });
    await replay(proof, [ALLOW_SMALL]);
  });

  it('proves a claim, and names the policies that hold it', async () => {
    const proof = await proofOf(EXPORTS, [ALLOW_SMALL, REVIEW_EXPORTS]);
    expect(proof).toMatchObject({ proved: true, counterexample: null, leansOn: [] });
    expect(proof.heldBy.map(({ name }) => name)).toEqual(['Review exports']);
  });

  it('tells that a proved claim is evaded by leaving a field out', async () => {
    const claim = { when: { action: 'EXPORT', minRecords: 100 }, atLeast: 'REVIEW', agents: 'registered' };
    const many = { ...REVIEW_EXPORTS, condition: { minRecords: 100 } };
    const { proved, evadable } = await proofOf(claim, [many]);
    expect(proved).toBe(true);
    expect(evadable?.input.recordsAffected).toBeNull();
    expect(evadable?.decision).toBe('ALLOW');
  });

  it('replays what is about findings, hours and anomalies', async () => {
    const policies = [{ name: 'p', action: 'READ', decision: 'BLOCK', condition: { outsideBusinessHours: false } }];
    const when = { action: 'READ', dlpTypes: ['HEALTH_DATA'], outsideBusinessHours: true };
    const proof = await proofOf({ when, never: ['ALLOW', 'REVIEW'] }, policies);
    expect(proof.counterexample?.input).toMatchObject({ outsideBusinessHours: true, dlpTypes: ['HEALTH_DATA'] });
    await replay(proof, policies);
    const inside = await proofOf({ when: { ...when, outsideBusinessHours: false }, never: ['BLOCK'] }, policies);
    expect((await replay(inside, policies)).matchedPolicy).toBe('p');
  });

  it('calls a claim about no event vacuous, neither proved nor refuted', async () => {
    const proof = await proofOf({ when: { minRecords: 5, maxRecords: 4 }, never: ['ALLOW'] });
    expect(proof).toMatchObject({ vacuous: true, proved: false, counterexample: null });
  });

  it('answers for the stored set, records nothing, and knows no other organization', async () => {
    const rows = () => readRows(service.database, 'SELECT count(*) FROM svc.events');
    const before = [await rows(), await readAuditEntries(service.database, ACME)];
    const claims = [{ name: 'no deletion', when: { action: 'DELETE' }, never: ['ALLOW'], resource: 'CUSTOMER_PII' }];
    const stored = await prove({ claims });
    expect(stored.results[0]).toMatchObject({ proved: true, heldBy: [{ name: 'Block deleting customers' }] });
    expect([await rows(), await readAuditEntries(service.database, ACME)]).toEqual(before);
    const other = await prove({ claims }, GLOBEX_KEY);
    expect(JSON.stringify(other)).not.toContain('Block deleting customers');
  });
});

describe('refusals', () => {
  const claim = { name: 'c', when: {}, never: ['ALLOW'] };
  const deep = (levels: number): object => (levels === 0 ? {} : { allOf: [deep(levels - 1)] });

  it.each([
    ['no claims', { claims: [] }, 'claims'],
    ['51 claims', { claims: Array.from({ length: 51 }, () => claim) }, 'claims'],
    ['a claim without a name', { claims: [{ ...claim, name: '' }] }, 'claims[0].name'],
    ['a claim without `when`', { claims: [{ name: 'c', never: ['ALLOW'] }] }, 'claims[0].when'],
    ['neither of both', { claims: [{ name: 'c', when: {} }] }, 'claims[0].never'],
    ['both', { claims: [{ ...claim, atLeast: 'REVIEW' }] }, 'claims[0].never'],
    ['an unknown decision', { claims: [{ ...claim, never: ['DENY'] }] }, 'claims[0].never[0]'],
    ['an unknown field of a condition', { claims: [{ ...claim, when: { agent: 'x' } }] }, 'claims[0].when.agent'],
    [
      'too deep a group',
      { claims: [{ ...claim, unless: deep(33) }] },
      `claims[0].unless${'.allOf[0]'.repeat(32)}.allOf`,
    ],
    [
      'one policy name twice',
      {
        policies: Array.from({ length: 2 }, () => ({ name: 'p', action: 'READ', decision: 'ALLOW' })),
        claims: [claim],
      },
      'policies[1].name',
    ],
  ])('400 for %s', async (_title, body, path) => {
    const answer = await call(service.baseUrl, '/v1/policies/prove', { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toContain(path);
  });

  it('401 without a key, 403 from a foreign address, 413 for too much', async () => {
    const path = '/v1/policies/prove';
    const body = { claims: [claim] };
    expect((await call(service.baseUrl, path, { key: null, body })).status).toBe(401);
    expect((await call(service.baseUrl, path, { key: OFFICE_KEY, body })).status).toBe(403);
    expect((await call(service.baseUrl, path, { raw: ' '.repeat(204_801) })).status).toBe(413);
  });
});
