// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: clients of AuthZEN that others publish ask the service as it is, and take its denials and errors for what
 * they are. Both run as a process.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Installation } from '#harness/compatibility';
import { installPythonWith } from '#harness/compatibility/python.ts';
import { acme, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
let clients: Installation;
/** The name under which the backend asks for an agent that has none of this form. */
const MESH = 'auth:agent:agentmesh:billing-bot';
beforeAll(async () => {
  [service, clients] = await Promise.all([
    openOrganization({ provisioning: () => acme().replace('name: support-bot', `name: "${MESH}"`) }),
    installPythonWith('authzen'),
  ]);
});
afterAll(async () => {
  await service.stop();
  await clients.remove();
});

async function ask(questions: readonly (readonly string[])[], key = LIVE_KEY): Promise<unknown> {
  const python = join(clients.folder, 'venv/bin/python');
  const args = ['ask.py', service.baseUrl, JSON.stringify(questions)];
  const { code, stdout, stderr } = await clients.run(python, args, { SVC_API_KEY: key });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const both = (answer: object) => ({ decern: answer, backend: answer });

it('an ALLOW, a BLOCK, and names that are not known', async () => {
  const answers = await ask([
    [MESH, 'READ_DATA', 'orders'],
    [MESH, 'DELETE_DATA', 'customers'],
    [MESH, 'fly', 'orders'],
    [MESH, 'READ_DATA', 'nothing'],
  ]);
  expect(answers).toEqual([
    both({ allowed: true, reason: null }),
    both({ allowed: false, reason: 'policy_denied' }),
    both({ allowed: false, reason: 'unknown_action' }),
    both({ allowed: false, reason: 'unknown_resource' }),
  ]);
});

it('a key that is not valid', async () => {
  const answers = await ask([[MESH, 'READ_DATA', 'orders']], 'nokey');
  expect(answers).toEqual([{ decern: { allowed: false, status: 401 }, backend: { allowed: false, reason: null } }]);
});
