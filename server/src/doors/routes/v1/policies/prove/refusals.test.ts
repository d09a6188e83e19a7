// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/prove: 400 with exact paths, 401, 403 and 413. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, OFFICE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

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
  ['too deep a group', { claims: [{ ...claim, unless: deep(33) }] }, `claims[0].unless${'.allOf[0]'.repeat(32)}.allOf`],
  [
    'one policy name twice',
    { policies: Array.from({ length: 2 }, () => ({ name: 'p', action: 'READ', decision: 'ALLOW' })), claims: [claim] },
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
