// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: public servers behind `svc mcp wrap` work as they do without it. Each call of a tool is decided before the
 * server sees it, and no fault lets one through. Servers and clients are those that people install.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { EventItem, EventList, McpRoute } from '@svc/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Installation, installWith, run } from '#harness/compatibility';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const SVC = join(ROOT, 'cli/bin/svc.js');
const RULES = [
  { tools: 'mcp__*__read*', action: 'READ_DATA', resource: 'orders' },
  { tools: 'mcp__*__list_allowed_directories', decide: false },
  { tools: 'mcp__*__write_file', action: 'WRITE_DATA', resource: 'orders' },
  { tools: 'mcp__*__delete*', action: 'DELETE_DATA', resource: 'orders' },
  { tools: 'mcp__*__echo', action: 'READ_DATA', resource: 'orders' },
  { tools: 'mcp__*__create_entities', action: 'WRITE_DATA', resource: 'orders', records: '/entities' },
  { tools: 'mcp__*__sequentialthinking', action: 'READ_DATA', resource: 'orders', content: '/thought' },
];

let service: TestService;
let servers: Installation;
let folder: string;
let owner: Browser;
const open: Client[] = [];
beforeAll(async () => {
  [service, servers] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithPeople() }),
    installWith('mcp-servers', {}, true),
  ]);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await owner.call('/tool-rules', { body: { name: 'Servers', rules: RULES } })).status).toBe(201);
  folder = join(await realpath(servers.folder), 'files');
  await mkdir(folder);
});
afterAll(async () => {
  await service.stop();
  await servers.remove();
});
beforeEach(() => decide('ALLOW'));
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const decide = async (decision: 'ALLOW' | 'REVIEW' | 'BLOCK') => {
  const policies = [
    { name: 'Writes', action: 'WRITE', decision, ...(decision === 'REVIEW' && { approverRoles: ['OWNER'] }) },
  ];
  expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } })).status).toBe(200);
};
const lastEvents = async (limit = 1): Promise<EventItem[]> =>
  (await owner.call<EventList>(`/events?limit=${limit}`)).body.items;
const server = (name: string) => join(servers.folder, `node_modules/.bin/mcp-server-${name}`);

interface Wrapped {
  args?: readonly string[];
  baseUrl?: string;
}

async function connect(command: readonly string[], { args = [], baseUrl = service.baseUrl }: Wrapped = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      SVC,
      'mcp',
      'wrap',
      '--server',
      'it',
      '--agent',
      'billing-bot',
      '--timeout',
      '15',
      ...args,
      '--',
      ...command,
    ],
    env: { PATH: process.env.PATH ?? '', HOME: servers.folder, SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: baseUrl },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  open.push(client);
  return client;
}

type Result = { content: { type: string; text?: string }[]; isError?: boolean };
const textOf = (result: unknown) => (result as Result).content.map(({ text }) => text ?? '').join('');

describe('the file system', () => {
  const files = (over: Wrapped = {}) => connect([server('filesystem'), folder], over);

  it('runs what is allowed, once it was redeemed, and reports how it ended', async () => {
    const client = await files();
    const path = join(folder, 'a.txt');
    const written = await client.callTool({ name: 'write_file', arguments: { path, content: 'CPF 529.982.247-25' } });
    expect([(written as Result).isError ?? false, await readFile(path, 'utf8')]).toEqual([false, 'CPF 529.982.247-25']);
    await client.callTool({ name: 'read_text_file', arguments: { path: join(folder, 'none') } });
    await expect
      .poll(async () => (await lastEvents(2)).map(({ outcome }) => outcome?.status))
      .toEqual(['FAILED', 'SUCCEEDED']);
    const [read, write] = await lastEvents(2);
    expect(write).toMatchObject({ door: 'MCP_WRAP', action: 'WRITE_DATA', redemption: { status: 'REDEEMED' } });
    expect(read?.action).toBe('READ_DATA');
  });

  it('lists what its rules take, and refuses what was not listed all the same', async () => {
    const client = await files();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('write_file');
    expect(names).not.toContain('move_file');
    const source = join(folder, 'b.txt');
    await writeFile(source, 'b');
    const moved = await client.callTool({ name: 'move_file', arguments: { source, destination: join(folder, 'c') } });
    expect([(moved as Result).isError, textOf(moved)]).toEqual([true, expect.stringContaining('mcp__it__move_file')]);
    expect(existsSync(source)).toBe(true);
  });

  it('does not ask about what a rule spares', async () => {
    const client = await files();
    const [before] = await lastEvents();
    expect(textOf(await client.callTool({ name: 'list_allowed_directories', arguments: {} }))).toContain(folder);
    expect((await lastEvents())[0]?.id).toBe(before?.id);
  });

  it('holds a review until a person decides, and tells a waiting client', async () => {
    await decide('REVIEW');
    const client = await files();
    const path = join(folder, 'held.txt');
    const writing = client.callTool({ name: 'write_file', arguments: { path, content: 'x' } });
    await expect.poll(async () => (await lastEvents())[0]?.review?.status).toBe('PENDING');
    expect(existsSync(path)).toBe(false);
    await owner.call(`/reviews/${(await lastEvents())[0]?.id}/approve`, { method: 'POST', body: {} });
    await writing;
    expect(existsSync(path)).toBe(true);
  });

  it('refuses what is blocked, with the policy', async () => {
    await decide('BLOCK');
    const client = await files();
    const path = join(folder, 'blocked.txt');
    const refused = await client.callTool({ name: 'write_file', arguments: { path, content: 'x' } });
    expect([(refused as Result).isError, textOf(refused)]).toEqual([true, expect.stringContaining('"Writes"')]);
    expect(existsSync(path)).toBe(false);
  });

  it('refuses every call while svc is away, and lists all the same', async () => {
    const client = await files({ baseUrl: 'http://127.0.0.1:1' });
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const path = join(folder, 'away.txt');
    const refused = await client.callTool({ name: 'write_file', arguments: { path, content: 'x' } });
    expect([(refused as Result).isError, existsSync(path)]).toEqual([true, false]);
  });

  it('asks a person about a tool whose definition is not the registered one', async () => {
    const client = await files();
    const { tools } = await client.listTools();
    const changed = tools.map((tool) => (tool.name === 'write_file' ? { ...tool, description: 'Other words.' } : tool));
    const made = await owner.call<McpRoute>('/mcp-routes', { body: { name: 'Files', tools: changed } });
    expect(made.status).toBe(201);
    const routed = await files({ args: ['--route', made.body.id] });
    await routed.listTools();
    const path = join(folder, 'changed.txt');
    const asked = await routed.callTool({ name: 'write_file', arguments: { path, content: 'x' } });
    expect([existsSync(path), textOf(asked)]).toEqual([false, expect.stringContaining('REVIEW')]);
    expect((await lastEvents())[0]?.cause.by).toBe('TOOL');
    await routed.callTool({ name: 'read_text_file', arguments: { path: join(folder, 'a.txt') } });
    expect((await lastEvents())[0]?.cause.by).not.toBe('TOOL');
  });
});

it('passes all else through: resources, prompts, completions and notifications of the server of everything', async () => {
  const client = await connect([server('everything')]);
  expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'hello' } }))).toContain('hello');
  expect((await client.listResources()).resources.length).toBeGreaterThan(0);
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  await client.ping();
});

it('counts the records of a call to the memory server', async () => {
  const client = await connect([server('memory')]);
  const entities = ['a', 'b', 'c'].map((name) => ({ name, entityType: 'x', observations: [] }));
  await client.callTool({ name: 'create_entities', arguments: { entities } });
  expect((await lastEvents())[0]).toMatchObject({ recordsAffected: 3, door: 'MCP_WRAP' });
});

it('scans the text of a call to the server of sequential thinking', async () => {
  const client = await connect([server('sequential-thinking')]);
  const thought = { thought: 'CPF 529.982.247-25', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
  await client.callTool({ name: 'sequentialthinking', arguments: thought });
  expect((await lastEvents())[0]).toMatchObject({ dlpFindings: ['CPF'], contentScanned: true });
});

it('gives the server none of its own secrets', async () => {
  const script = `process.stdin.resume(); console.log(JSON.stringify({ jsonrpc: '2.0', method: 'x', params: process.env }))`;
  const args = [SVC, 'mcp', 'wrap', '--', process.execPath, '-e', `${script}; setTimeout(() => process.exit(), 500)`];
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl, MINE: 'kept' };
  const { stdout } = await run(process.execPath, args, servers.folder, PROGRAM_WITHIN_MS, env);
  expect([stdout.includes('kept'), stdout.includes(LIVE_KEY)]).toEqual([true, false]);
});

it('stands between the inspector and a server, too', async () => {
  const inspector = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const node = join(servers.folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  const wrapped = [SVC, 'mcp', 'wrap', '--server', 'it', '--agent', 'billing-bot', '--', server('everything')];
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const config = { mcpServers: { it: { command: process.execPath, args: wrapped, env } } };
  await writeFile(join(servers.folder, 'mcp.json'), JSON.stringify(config));
  const asked = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello'];
  const args = [inspector, '--cli', '--config', 'mcp.json', '--server', 'it', ...asked];
  const { stdout, stderr } = await servers.run(node, args);
  expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringContaining('hello') });
  expect((await lastEvents())[0]?.door).toBe('MCP_WRAP');
});
