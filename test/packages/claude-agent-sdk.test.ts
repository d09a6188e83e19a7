// SPDX-License-Identifier: Apache-2.0
/**
 * The hook of the client library in the Claude Agent SDK itself. Its real `query()` runs in a separate process, with
 * real tools and a real service. Only the program Claude Code, which needs a model, has a stand-in, at its stdio.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, installWith } from '#harness/compatibility';
import { answers, cuts, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient } from '../../sdk/src/index.ts';
import { ROOT } from '../tidy/source-files.ts';

let service: TestService;
let installation: Installation;
beforeAll(async () => {
  [service, installation] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithPeople() }),
    installWith('claude-agent-sdk'),
  ]);
});
afterAll(async () => {
  await service.stop();
  await installation.remove();
});

interface Session {
  ran: string[];
  asked: { name: string; decisionReason: string }[];
  results: string[];
}

interface Given {
  settings?: Record<string, unknown>;
  person?: 'allow' | 'deny';
  baseUrl?: string;
  fails?: boolean;
}

/** The events of the last session. */
let events: string[] = [];

/** One session in which the model calls one tool. */
async function callTool(tool: string, given: Given = {}): Promise<Session> {
  const { settings = {}, person = 'deny', baseUrl = service.baseUrl, fails = false } = given;
  const calls = [{ id: randomUUID(), name: `mcp__crm__${tool}`, input: {} }];
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: baseUrl };
  const argument = JSON.stringify({ calls, settings, person, fails });
  const { code, stdout, stderr } = await installation.run(process.execPath, ['agent.mjs', argument], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const printed = JSON.parse(stdout) as { events: string[]; session: Session };
  events = printed.events;
  return printed.session;
}

it.each([{}, { onAllow: 'allow' }, { matcher: 'mcp__.*' }])('lets the tool run on ALLOW, with %j', async (settings) => {
  expect(await callTool('read', { settings })).toEqual({ ran: ['read'], asked: [], results: ['read: done'] });
});

it.each([
  [false, 'read: done', { status: 'SUCCEEDED', code: null }],
  [true, 'no disk', { status: 'FAILED', code: 'error' }],
] as const)('reports how the tool ended, failing: %s', async (fails, result, outcome) => {
  expect((await callTool('read', { fails })).results).toEqual([expect.stringContaining(result)]);
  const client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
  expect(await client.getDecision(events.at(-1) ?? '')).toMatchObject({
    redemption: { status: 'REDEEMED' },
    outcome,
    context: { purpose: 'mcp__crm__read orders', session: 'session-1' },
  });
});

it('denies the tool on BLOCK, whatever the person would say, and tells the model why', async () => {
  expect(await callTool('delete', { person: 'allow' })).toEqual({
    ran: [],
    asked: [],
    results: [expect.stringMatching(/^Not run: svc decided BLOCK\. .*Do not retry/)],
  });
});

it('asks the person on REVIEW where the settings say so, who decides', async () => {
  const settings = { onReview: 'ask' };
  const asked = [
    { name: 'mcp__crm__export', decisionReason: expect.stringMatching(/^svc asks for a review \(event /) },
  ];
  const allowed = await callTool('export', { settings, person: 'allow' });
  expect(allowed).toEqual({ ran: ['export'], asked, results: ['export: done'] });
  const denied = await callTool('export', { settings, person: 'deny' });
  expect(denied).toEqual({ ran: [], asked, results: ['I said no.'] });
});

it('denies on REVIEW until svc’s reviewer has approved', async () => {
  const given: Given = { settings: { waitMs: 0 }, person: 'allow' };
  const denied = await callTool('export', given);
  expect(denied).toEqual({ ran: [], asked: [], results: [expect.stringMatching(/waits for a person's review/)] });
  const [, event] = /svc event ([0-9a-f-]{36})/.exec(denied.results[0] ?? '') ?? [];
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${event}/approve`, { body: {} })).status).toBe(200);
  expect(await callTool('export', given)).toEqual({ ran: ['export'], asked: [], results: ['export: done'] });
});

it.each([
  ['nobody answers', cuts],
  ['a page answers', answers(200, HTML)],
  ['the key is refused', answers(401, { error: 'unauthorized', message: 'No.' })],
])('denies when %s', async (_what, behaviour) => {
  const server = await startFaultyServer(behaviour);
  const { baseUrl } = server;
  const session = await callTool('read', { baseUrl, person: 'allow', settings: { onAllow: 'allow' } });
  expect(session).toEqual({ ran: [], asked: [], results: [expect.stringMatching(/^Not run: svc /)] });
  expect(server.seen.length).toBeGreaterThan(0);
  await server.stop();
});

it('denies when nothing listens where the service was', async () => {
  const session = await callTool('read', { baseUrl: 'http://127.0.0.1:1', person: 'allow' });
  expect(session).toEqual({ ran: [], asked: [], results: [expect.stringMatching(/^Not run: svc /)] });
});

it('has hooks of the types that the package asks for', async () => {
  await mkdir(join(installation.folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(ROOT, 'node_modules', name), join(installation.folder, 'node_modules', name));
  }
  await writeFile(
    join(installation.folder, 'sample.ts'),
    `import { type HookCallback, type HookInput, type Options, query } from '@anthropic-ai/claude-agent-sdk';
     import { createClient } from '@svc/sdk';
     import { svcHooks } from '@svc/sdk/claude-agent';
     const made = svcHooks(createClient(), () => null, { matcher: 'Bash', onReview: 'deny' });
     const hooks: Options['hooks'] = made;
     const callbacks: HookCallback[] = [...made.PreToolUse, ...made.PostToolUse, ...made.PostToolUseFailure].flatMap(
       (matcher): HookCallback[] => matcher.hooks,
     );
     void query({ prompt: 'x', options: { hooks: made } });
     // The types of the package are there, and not something that fits everything.
     // @ts-expect-error: it is no number
     const wrong: HookCallback = 3;
     // @ts-expect-error: there is no such event
     const event: HookInput['hook_event_name'] = 'NoEvent';
     // @ts-expect-error: there is no such decision
     const answer: Awaited<ReturnType<HookCallback>> = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'BLOCK' } };
     export { answer, callbacks, event, hooks, wrong };`,
  );
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--noEmit'];
  const typescript = join(ROOT, 'node_modules/.bin/tsc');
  const { code, stdout } = await installation.run(typescript, [...options, '--types', 'node', 'sample.ts']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

it('fails with a sentence when the registry cannot be reached', async () => {
  const nowhere = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_cache: join(installation.folder, 'empty') };
  await expect(installWith('claude-agent-sdk', nowhere)).rejects.toThrow(
    'The npm registry cannot be reached, and this test needs it',
  );
});
