// SPDX-License-Identifier: Apache-2.0
/** An invalid query of the list is refused by the name of the field. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

it.each([
  ['/anomalies?limit=0', 'limit'],
  ['/anomalies?limit=201', 'limit'],
  ['/anomalies?cursor=x', 'cursor'],
  [`/anomalies?cursor=${Buffer.from('9'.repeat(16)).toString('base64url')}`, 'cursor'],
  ['/anomalies?kind=STRANGE', 'kind'],
  ['/anomalies?status=open', 'status'],
  [`/anomalies?q=${'x'.repeat(101)}`, 'q'],
  ['/anomalies?unknown=1', 'unknown'],
])('%s names %s', async (path, field) => {
  const { status, body } = await owner.call(path);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

it.each([
  ['/anomalies/x/close', {}, 'id'],
  ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { note: 'x'.repeat(2_001) }, 'note'],
  ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { note: 1 }, 'note'],
  ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { text: '' }, 'text'],
])('POST %s %o names %s', async (path, body, field) => {
  const answer = await owner.call(path, { method: 'POST', body });
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
});
