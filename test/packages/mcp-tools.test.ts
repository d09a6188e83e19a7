// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the protocol's own conformance suite, its inspector, a bridge and openid-client agree with our MCP server
 * and with our authorization server. Each runs in a process of its own, on the loopback, as its publisher sells it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, installWith } from '#harness/compatibility';
import { callTool, connectAssistant, connectBridge, connectSaying } from '#harness/mcp';
import { startConformanceFixture } from '#harness/mcp/fixture/index.ts';
import { openRequest, permit, registerClient } from '#harness/oauth';
import { LIVE_KEY, openOrganization, call as readEvent, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let tools: Installation;
beforeAll(async () => {
  [service, tools] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithPeople() }),
    installWith('mcp', {}, true),
  ]);
});
afterAll(async () => {
  await service.stop();
  await tools.remove();
});

/** The suite and the inspector want a newer Node.js than the service does. */
function node(): string {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= NEWER_NODE) return process.execPath;
  return join(tools.folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
}

const NEWER_NODE = 24;
const CONFORMANCE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const ALLOWED = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the conformance suite', () => {
  it.each(['2026-07-28', '2025-11-25'])('finds what the revision %s requires, but for streams', async (revision) => {
    const fixture = await startConformanceFixture();
    try {
      const { code, stdout } = await tools.run(node(), [
        CONFORMANCE,
        ...['server', '--url', fixture.url, '--requirements', revision],
        ...['--expected-failures', `expected-failures-${revision}.yaml`, '--timeout', '10000'],
      ]);
      expect(stdout).toContain('Baseline check passed');
      expect(code).toBe(0);
    } finally {
      await fixture.stop();
    }
  });

  it('connects an app by our authorization server', async () => {
    const port = await freePort();
    const clientId = await registerClient(service.baseUrl, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const { code, stdout } = await tools.run(
      node(),
      [
        CONFORMANCE,
        ...['authorization', '--url', service.baseUrl, '--client-id', clientId, '--port', String(port)],
        ...['--resource', `${service.baseUrl}/mcp`],
      ],
      {},
      async (line) => {
        if (!line.startsWith(`${service.baseUrl}/oauth/authorize`)) return null;
        const { pathname, search } = new URL(line);
        const answer = await permit(owner, await openRequest(owner, { url: pathname + search }));
        await fetch(`http://127.0.0.1:${port}/callback?${answer}`);
        return null;
      },
    );
    expect(stdout).toContain('✓ authorization-server-metadata-endpoint: 2 passed, 0 failed');
    expect(stdout).toContain('✓ authorization-code-grant: 1 passed, 0 failed');
    expect(code).toBe(0);
  });
});

it('the inspector lists the tools and calls one', async () => {
  const inspect = async (...args: string[]) => {
    const to = [
      '--cli',
      `${service.baseUrl}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${LIVE_KEY}`,
    ];
    const { code, stdout, stderr } = await tools.run(node(), [INSPECTOR, ...to, ...args]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  expect((await inspect('--method', 'tools/list')).tools).toHaveLength(7);
  const args = Object.entries(ALLOWED).map(([name, value]) => `${name}=${value}`);
  const called = await inspect('--method', 'tools/call', '--tool-name', 'decide_action', '--tool-arg', ...args);
  expect(called.structuredContent).toMatchObject({ finalDecision: 'ALLOW' });
});

it('a bridge carries a client of stdio to the hosted server', async () => {
  const args = [
    'node_modules/mcp-remote/dist/proxy.js',
    `${service.baseUrl}/mcp`,
    '--allow-http',
    '--transport',
    'http-only',
  ];
  const header = ['--header', `X-Svc-Key:${LIVE_KEY}`];
  const assistant = await connectBridge(node(), [...args, ...header], tools.folder);
  try {
    expect((await assistant.listTools()).tools).toHaveLength(7);
    expect((await callTool(assistant, 'decide_action', ALLOWED)).structured).toMatchObject({ finalDecision: 'ALLOW' });
  } finally {
    await assistant.close();
  }
});

/** The person permits what the address asks for. @returns the address that the browser comes back to */
async function permitted(address: string): Promise<string> {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { pathname, search, searchParams } = new URL(address);
  const answer = await permit(owner, await openRequest(owner, { url: pathname + search }));
  return `${searchParams.get('redirect_uri')}?${answer}`;
}

async function decidesBy(token: string): Promise<void> {
  const assistant = await connectAssistant(service.baseUrl, { key: token });
  expect((await callTool(assistant, 'decide_action', ALLOWED)).structured).toMatchObject({ finalDecision: 'ALLOW' });
  await assistant.close();
}

/** It signs in without a terminal, and finds no program by which a browser could open. */
const UNATTENDED = { MCP_AUTO_OPEN_ENABLED: 'true', PATH: '/nonexistent' };

it('the inspector signs its person in, and refreshes the token that it keeps', async () => {
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const args = Object.entries(ALLOWED).map(([name, value]) => `${name}=${value}`);
  let signIns = 0;
  const decide = async () => {
    const to = ['--cli', `${service.baseUrl}/mcp`, '--transport', 'http', '--callback-url', callback];
    const call = ['--method', 'tools/call', '--tool-name', 'decide_action', '--tool-arg', ...args];
    const ended = await tools.run(node(), [INSPECTOR, ...to, ...call], UNATTENDED, async (line) => {
      const [address] = /http\S+\/oauth\/authorize\?\S+/.exec(line) ?? [];
      if (address === undefined) return null;
      signIns += 1;
      await fetch(await permitted(address));
      return null;
    });
    expect({ code: ended.code, stderr: ended.code === 0 ? '' : ended.stderr }).toEqual({ code: 0, stderr: '' });
    const { structuredContent } = JSON.parse(ended.stdout) as { structuredContent: { id: string } };
    const read = await readEvent(service.baseUrl, `/v1/events/${structuredContent.id}`, { key: LIVE_KEY });
    expect(read.body).toMatchObject({ finalDecision: 'ALLOW', sandbox: false });
  };
  await decide();
  // Past the time of an access token: the kept one is refused.
  service.clock.move('2h');
  await decide();
  expect(signIns).toBe(1);
});

it('openid-client connects with an identity token, and refreshes', async () => {
  const { code, stdout, stderr } = await tools.run(node(), ['openid-client.mjs', service.baseUrl], {}, async (line) =>
    line.startsWith('http') ? await permitted(line) : null,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const told = JSON.parse(stdout.split('\n')[1] ?? '') as { sub: string; first: string; second: string };
  expect(told.sub).toMatch(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/);
  await decidesBy(told.first);
  await decidesBy(told.second);
});

it('a bridge signs its person in, and decides', async () => {
  const args = ['node_modules/mcp-remote/dist/proxy.js', `${service.baseUrl}/mcp`, '--allow-http'];
  const { assistant, said } = await connectSaying(
    node(),
    [...args, '--transport', 'http-only'],
    tools.folder,
    async (text) => {
      const [address] = /http\S+\/oauth\/authorize\?\S+/.exec(text) ?? [];
      if (address !== undefined) await fetch(await permitted(address));
      return address !== undefined;
    },
  );
  try {
    expect(said).toContain('/oauth/authorize?');
    expect((await assistant.listTools()).tools).toHaveLength(5);
    expect((await callTool(assistant, 'decide_action', ALLOWED)).structured).toMatchObject({ finalDecision: 'ALLOW' });
  } finally {
    await assistant.close();
  }
});
