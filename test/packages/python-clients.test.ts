// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the Python clients that people use sign a person in by our authorization server. They decide by the hosted
 * MCP server, refresh their token and decide again. Each runs as a process, as its publisher sells it.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Installation } from '#harness/compatibility';
import { installPythonWith } from '#harness/compatibility/python.ts';
import { openRequest, permit } from '#harness/oauth';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let clients: Installation;
beforeAll(async () => {
  [service, clients] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithPeople() }),
    installPythonWith('python'),
  ]);
});
afterAll(async () => {
  await service.stop();
  await clients.remove();
});

/** The person permits what the address asks for. @returns the address that the browser comes back to */
async function permitted(address: string): Promise<string> {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { pathname, search, searchParams } = new URL(address);
  const answer = await permit(owner, await openRequest(owner, { url: pathname + search }));
  return `${searchParams.get('redirect_uri')}?${answer}`;
}

/** The line that it writes, or null when it calls the client by itself. */
type Browser = (address: string) => Promise<string | null>;

interface Told {
  tools: number;
  events: { id: string; finalDecision: string }[];
  tokens: string[];
}

async function runs(program: string, back: Browser): Promise<Told> {
  const python = join(clients.folder, 'venv/bin/python');
  // A browser that only tells where it is sent.
  const env = { BROWSER: '/bin/echo %s' };
  let signIns = 0;
  const { code, stdout, stderr } = await clients.run(python, [program, `${service.baseUrl}/mcp`], env, async (line) => {
    if (!line.startsWith(`${service.baseUrl}/oauth/authorize`)) return null;
    signIns += 1;
    return await back(line);
  });
  // A refresh that fails would be a second sign-in.
  expect(signIns).toBe(1);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Told;
}

it.each<[name: string, program: string, tools: number, back: Browser]>([
  ['the official SDK', 'mcp_sdk.py', 5, permitted],
  [
    'fastmcp',
    'fastmcp_client.py',
    5,
    async (address) => {
      await fetch(await permitted(address));
      return null;
    },
  ],
  ['Authlib, which asks for two scopes', 'authlib_client.py', 2, permitted],
])('%s signs in, decides, refreshes and decides', async (_name, program, tools, back) => {
  const told = await runs(program, back);
  expect(told.tools).toBe(tools);
  expect(told.events.map(({ finalDecision }) => finalDecision)).toEqual(['ALLOW', 'ALLOW']);
  expect(new Set(told.tokens).size).toBe(2);
  for (const { id } of told.events) {
    const recorded = await call(service.baseUrl, `/v1/events/${id}`, { key: LIVE_KEY });
    expect(recorded.body).toMatchObject({ id, finalDecision: 'ALLOW', sandbox: false });
  }
});
