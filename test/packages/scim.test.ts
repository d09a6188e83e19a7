// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the conformance tester of python-scim finds no fault. It runs as a process, as its publisher gives it out. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Installation } from '#harness/compatibility';
import { installPythonWith } from '#harness/compatibility/python.ts';
import { openProvisioned, type ProvisionedCompany } from '#harness/scim';
import { openOrganization } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';

let company: ProvisionedCompany;
let tester: Installation;
beforeAll(async () => {
  [company, tester] = await Promise.all([
    openOrganization({ provisioning: acmeWithPeople }).then(openProvisioned),
    installPythonWith('scim'),
  ]);
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
  await tester.remove();
});

interface Told {
  passed: number;
  others: { title: string; status: string; reason: string }[];
}

/** A user always has these: whether they are active, an address, and a role. */
const ALWAYS = [
  expect.objectContaining({
    title: 'check_remove_attribute',
    reason: expect.stringContaining('active is true or false'),
  }),
  expect.objectContaining({ title: 'check_remove_attribute', reason: expect.stringContaining("attribute 'emails'") }),
  expect.objectContaining({ title: 'check_remove_attribute', reason: expect.stringContaining("attribute 'roles'") }),
];
/** Answered with 501, as RFC 7644 has it for a server that searches no several types at once. */
const SEARCH = { title: 'search_with_attributes', status: 'SKIPPED' };

it('passes every check but those of what a user always has', async () => {
  const python = join(tester.folder, 'venv/bin/python');
  const address = `${company.service.baseUrl}/scim/v2`;
  const { code, stdout, stderr } = await tester.run(python, ['conformance.py', address, company.token, company.domain]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const told = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Told;
  const faults = told.others.filter(({ title, status }) => title !== SEARCH.title || status !== SEARCH.status);
  expect(faults).toEqual(ALWAYS);
  expect(told.passed).toBeGreaterThan(30);
});
