// SPDX-License-Identifier: Apache-2.0
/** POST /auth/login: 400 names the missing, overlong or unknown field. */
import type { ErrorBody } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { openBrowser, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

it.each<[string, object]>([
  ['email', { password: PASSWORD }],
  ['password', { email: PEOPLE.owner }],
  ['password', { email: PEOPLE.owner, password: 'x'.repeat(1_001) }],
  ['email', { email: 'x'.repeat(255), password: PASSWORD }],
  ['role', { email: PEOPLE.owner, password: PASSWORD, role: 'OWNER' }],
])('names the field %s', async (field, body) => {
  const answer = await openBrowser(service.baseUrl).call<ErrorBody>('/auth/login', { body });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
});
