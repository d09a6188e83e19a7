// SPDX-License-Identifier: Apache-2.0
/** The findings about stored policies, as lines and as JSON, with the exit codes of a check. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { svc } from '#harness/command-line';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';

const dead = `
      - { name: Ask for exports, action: EXPORT, decision: REVIEW }
      - { name: Ask for large exports, action: EXPORT, decision: REVIEW, condition: { minRecords: 100 } }
      - { name: Few writes, action: WRITE, decision: REVIEW, condition: { maxRecords: 9 } }
      - { name: Many writes, action: WRITE, decision: REVIEW, condition: { minRecords: 10, maxRecords: 99 } }
      - { name: Cannot be, action: READ, decision: BLOCK, condition: { minRecords: 9, maxRecords: 1 } }
`;

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  const provisioning = acmeWithPeople({ policies: dead });
  service = await openOrganization({ provisioning: () => provisioning });
  const [key = ''] = /key_test_\w+/.exec(provisioning) ?? /key_live_\w+/.exec(provisioning) ?? [];
  env = { SVC_API_KEY: key, SVC_BASE_URL: service.baseUrl };
  await service.app.warm();
});
afterAll(() => service.stop());

it('tells each finding in a line, and ends with 1', async () => {
  const { code, stdout } = await svc(['policies', 'analyze'], { env });
  expect(stdout).toContain('"Cannot be" matches nothing: no event meets its conditions');
  expect(stdout).toContain('"Ask for large exports" can never decide: stricter or earlier policies decide all');
  expect(stdout).toContain('"Few writes" could replace "Many writes" too, where there are 99 records at most');
  expect(stdout).toMatch(/\n\d+ findings\.\n$/);
  expect(code).toBe(1);
});

it('answers JSON as the API does', async () => {
  const { code, stdout } = await svc(['policies', 'analyze', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    complete: true,
    dead: [{ cause: 'NEVER_MATCHES' }, { cause: 'SHADOWED' }],
  });
  expect(code).toBe(1);
});
