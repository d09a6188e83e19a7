// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a body as large as a body may be has its answer whatever its shape, and never a failure of the service.
 * Another organization is answered meanwhile. The work of each kind is counted where it is done: `core/src/policy`,
 * `test/dlp`, `test/analysis`.
 */
import { REQUEST_BODY_BYTES_MAX } from '@svc/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { call, GLOBEX_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());
/** The policy routes take 60 requests a minute. */
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const policy = (condition: object, at = 0) => ({ name: `p${at}`, action: 'ANY', decision: 'BLOCK', condition });
const tested = (policies: object[]) => JSON.stringify({ policies, cases: [{ name: 'c', input: PLAIN_ACTION }] });
const applied = (policies: object[]) => JSON.stringify({ policies, dryRun: true });
const proved = (claims: object[]) => JSON.stringify({ policies: [], claims });
const withContent = (content: string) => JSON.stringify({ ...PLAIN_ACTION, content });
const called = (body: string) => `{"agent":"billing-bot","resource":"orders","action":"READ_DATA","body":${body}}`;
const nested = (levels: number): object =>
  levels === 0
    ? { agentIds: times(200, (at) => `agent ${at}`) }
    : { anyOf: [{ agentIds: times(200, (at) => `a${levels}-${at}`) }, nested(levels - 1)] };
const claim = (when: object, at: number) => ({ name: `claim ${at}`, when, never: ['ALLOW'] });

const SHAPES: readonly [what: string, path: string, body: string][] = [
  ['agents in nested groups', '/v1/policies/test', tested([policy(nested(30))])],
  ['empty groups', '/v1/policies/test', tested([policy({ anyOf: times(15_000, () => ({ allOf: [] })) })])],
  ['groups of nothing', '/v1/policies/apply', applied([policy({ allOf: times(20_000, () => ({})) })])],
  [
    'substrings',
    '/v1/policies/test',
    tested([policy({ anyOf: times(4_000, (at) => ({ destinationContains: `d${at}` })) })]),
  ],
  ['many policies', '/v1/policies/test', tested(times(1_500, (at) => policy({ minRecords: at }, at)))],
  ['many policies to apply', '/v1/policies/apply', applied(times(1_500, (at) => policy({ minRecords: at }, at)))],
  [
    'equal prefixes',
    '/v1/policies/test',
    tested([policy({ agentIds: times(1_900, (at) => `${'a'.repeat(90)}${at}`) })]),
  ],
  [
    'nested claims',
    '/v1/policies/prove',
    proved(
      times(50, (at) =>
        claim({ anyOf: times(40, (part) => ({ allOf: [{ minRecords: at }, { minRecords: part }] })) }, at),
      ),
    ),
  ],
  ['depth', '/v1/gateway/http', called(`${'['.repeat(120)}${']'.repeat(120)}`)],
  ['more depth than is taken', '/v1/gateway/http', called(`${'['.repeat(90_000)}${']'.repeat(90_000)}`)],
  ['keys', '/v1/gateway/http', called(`{${times(16_000, (at) => `"k${at}":1`).join()}}`)],
  ['keys that are written twice', '/v1/gateway/http', called(`{${times(16_000, () => '"k":1').join()}}`)],
  ['numbers', '/v1/gateway/http', called(`[${times(30_000, (at) => `${at % 1_000}.5`).join()}]`)],
  ['one long number', '/v1/gateway/http', called('9'.repeat(190_000))],
  ['escapes', '/v1/gateway/http', called(`"${'\\u0000'.repeat(30_000)}"`)],
  ['at signs', '/v1/events', withContent('@'.repeat(100_000))],
  ['digits', '/v1/events', withContent('1'.repeat(100_000))],
  ['digits in groups', '/v1/events', withContent('4111 1111 '.repeat(10_000))],
  ['heads of keys', '/v1/events', withContent('-----BEGIN PRIVATE KEY-----\n'.repeat(3_500))],
  ['addresses without an end', '/v1/events', withContent('a@a.'.repeat(25_000))],
  ['dots', '/v1/events', withContent('.'.repeat(100_000))],
  ['blanks', '/v1/events', withContent(' '.repeat(100_000))],
  ['marks', '/v1/events', withContent(`a${'\u0301'.repeat(99_000)}`)],
];

/** The others are taken. */
const REFUSED = ['more depth than is taken', 'keys that are written twice'];

/** One organization has a place for a proof, and four that wait. */
const AT_ONCE = 5;

it.each(SHAPES)('%s', async (what, path, raw) => {
  expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(REQUEST_BODY_BYTES_MAX);
  const work = Promise.all(times(amount(2, AT_ONCE), () => call(service.baseUrl, path, { raw, method: 'POST' })));
  let isWorking = true;
  void work.finally(() => {
    isWorking = false;
  });
  const body = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };
  do expect((await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body })).status).toBe(200);
  while (isWorking);
  const expected = REFUSED.includes(what) ? 400 : 200;
  expect(new Set((await work).map(({ status }) => status))).toEqual(new Set([expected]));
});

it('headers of 15 KB are read, and more are refused', async () => {
  const status = async (characters: number) =>
    (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION, headers: { 'x-long': 'h'.repeat(characters) } }))
      .status;
  expect(await status(15_000)).toBe(200);
  expect(await status(20_000)).toBe(400);
});
