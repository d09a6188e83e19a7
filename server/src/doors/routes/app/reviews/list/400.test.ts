// SPDX-License-Identifier: Apache-2.0
/** GET /reviews and GET /events: 400 for a limit out of range, a cursor of another list, and an invalid filter. */
import type { ErrorBody } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const cursor = (text: string) => Buffer.from(text).toString('base64url');
const BOTH: [string, string][] = [
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['cursor=', 'cursor'],
  ['cursor=%00', 'cursor'],
  ['cursor=abc', 'cursor'],
  [`cursor=${cursor("1' OR true --")}`, 'cursor'],
  ['page=2', 'page'],
  [`q=${'x'.repeat(101)}`, 'q'],
];

const REVIEWS: [string, string][] = [
  ['status=OPEN', 'status'],
  ['status=', 'status'],
  [`cursor=${cursor('12')}`, 'cursor'],
];

const EVENTS: [string, string][] = [
  ['action=READ', 'action'],
  ['decision=MAYBE', 'decision'],
  ['riskLevel=low', 'riskLevel'],
  ['sandbox=1', 'sandbox'],
  ['from=yesterday', 'from'],
  ['from=2026-11-20', 'from'],
  ['to=2026-13-40T00:00:00Z', 'to'],
  ['to=1960-01-01T00:00:00Z', 'to'],
  ['from=%2B275760-09-13T00:00:00Z', 'from'],
  [`cursor=${cursor('018f0000-0000-7000-8000-00000000a001')}`, 'cursor'],
  [`cursor=${cursor('0')}`, 'cursor'],
  [`cursor=${cursor('9'.repeat(16))}`, 'cursor'],
];

describe.each([
  ['/reviews', [...BOTH, ...REVIEWS]],
  ['/events', [...BOTH, ...EVENTS]],
])('%s', (path, queries) => {
  it.each(queries)('?%s names %s', async (query, field) => {
    const { status, body } = await owner.call<ErrorBody>(`${path}?${query}`);
    expect(status).toBe(400);
    expect(body.error).toBe('validation_error');
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
  });

  it.each(['limit=1', 'limit=200', 'q=', 'q=%25%5C_%27%22'])('?%s is good', async (query) => {
    expect((await owner.call(`${path}?${query}`)).status).toBe(200);
  });
});
