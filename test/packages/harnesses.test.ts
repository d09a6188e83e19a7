// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: each coding assistant obeys the hook that `svc hook install` writes. The programs are real, and the model
 * stands on loopback. A marker file shows whether the tool ran.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EventItem, EventList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Installation, installWith, run } from '#harness/compatibility';
import { type Model, startModel } from '#harness/model';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const SVC = join(ROOT, 'cli/bin/svc.js');

let service: TestService;
let model: Model;
let owner: Browser;
beforeAll(async () => {
  [service, model] = await Promise.all([openOrganization({ provisioning: () => acmeWithPeople() }), startModel()]);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const rules = [{ tools: '*', action: 'WRITE_DATA', resource: 'orders' }];
  expect((await owner.call('/tool-rules', { body: { name: 'All', rules } })).status).toBe(201);
});
afterAll(async () => {
  await Promise.all([service.stop(), model.stop()]);
});

const decide = async (decision: 'ALLOW' | 'REVIEW' | 'BLOCK') => {
  const policies = [{ name: 'Writes', action: 'WRITE', decision, ...(decision === 'REVIEW' && ROLES) }];
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
};
const ROLES = { approverRoles: ['OWNER'] };
const lastEvent = async (): Promise<EventItem | undefined> =>
  (await owner.call<EventList>('/events?limit=1')).body.items[0];

interface Harness {
  /** The program with the arguments that ask for one prompt. */
  command(folder: string): readonly [program: string, ...args: string[]];
  env(folder: string): Record<string, string>;
  setUp(folder: string): Promise<void>;
  /** The call by which the model creates the marker. */
  tool(marker: string): { name: string; input: Record<string, unknown> };
}

const PROMPT = 'Make the marker.';

const HARNESSES: Readonly<Record<string, Harness>> = {
  'claude-code': {
    command: (folder) => [
      join(folder, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude'),
      ...['-p', PROMPT, '--output-format', 'json', '--allowedTools', 'Bash'],
    ],
    env: () => ({
      ANTHROPIC_BASE_URL: model.baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant-none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    setUp: async () => undefined,
    tool: (marker) => ({ name: 'Bash', input: { command: `touch ${marker}` } }),
  },
  codex: {
    command: (folder) => [
      join(folder, 'node_modules/.bin/codex'),
      ...[
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-hook-trust',
        '--sandbox',
        'danger-full-access',
        PROMPT,
      ],
    ],
    env: (folder) => ({ CODEX_HOME: join(folder, '.codex'), STUB_KEY: 'none' }),
    async setUp(folder) {
      await mkdir(join(folder, '.codex'), { recursive: true });
      const config = `model = "stub"\nmodel_provider = "stub"\n[model_providers.stub]\nname = "stub"\nbase_url = "${model.baseUrl}/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n`;
      await writeFile(join(folder, '.codex/config.toml'), config);
    },
    tool: (marker) => ({ name: 'exec_command', input: { cmd: `touch ${marker}` } }),
  },
  copilot: {
    command: (folder) => [join(folder, 'node_modules/.bin/copilot'), '-p', PROMPT, '--allow-all'],
    env: (folder) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model.baseUrl}/v1`,
      COPILOT_MODEL: 'gpt-4.1',
      COPILOT_HOME: join(folder, '.copilot'),
    }),
    setUp: async () => undefined,
    tool: (marker) => ({ name: 'bash', input: { command: `touch ${marker}`, description: 'marker' } }),
  },
  gemini: {
    command: (folder) => [
      join(folder, 'node_modules/.bin/gemini'),
      '--model',
      'gemini-2.5-pro',
      '--yolo',
      '--skip-trust',
      '-p',
      PROMPT,
    ],
    env: () => ({ GOOGLE_GEMINI_BASE_URL: model.baseUrl, GEMINI_API_KEY: 'none' }),
    async setUp(folder) {
      await mkdir(join(folder, '.gemini'), { recursive: true });
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      await writeFile(join(folder, '.gemini/settings.json'), JSON.stringify(settings));
    },
    tool: (marker) => ({ name: 'run_shell_command', input: { command: `touch ${marker}` } }),
  },
  opencode: {
    command: (folder) => [join(folder, 'node_modules/opencode-linux-x64/bin/opencode'), 'run', PROMPT],
    env: (folder) => ({ XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'data') }),
    async setUp(folder) {
      await mkdir(join(folder, 'config/opencode'), { recursive: true });
      const provider = {
        stub: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model.baseUrl}/v1`, apiKey: 'none' },
          models: { m1: {} },
        },
      };
      const config = { provider, model: 'stub/m1', small_model: 'stub/m1', permission: { bash: 'allow' } };
      await writeFile(join(folder, 'config/opencode/opencode.json'), JSON.stringify(config));
    },
    tool: (marker) => ({ name: 'bash', input: { command: `touch ${marker}`, description: 'marker' } }),
  },
};

describe.each(Object.entries(HARNESSES))('%s', (name, harness) => {
  let installation: Installation;
  let folder: string;
  let marker: string;
  beforeAll(async () => {
    installation = await installWith(`harness-${name}`, {}, true);
    folder = installation.folder;
    await harness.setUp(folder);
    await svc('hook', 'install', name, '--timeout', '15', '--agent', 'billing-bot', '--yes');
  });
  afterAll(() => installation.remove());
  beforeEach(async () => {
    marker = join(folder, `marker-${randomUUID()}`);
    model.asks(harness.tool(marker));
    model.requests.length = 0;
  });

  const svc = async (...args: string[]) => {
    const ended = await run(process.execPath, [SVC, ...args], folder, PROGRAM_WITHIN_MS, harness.env(folder));
    expect(ended).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  /** One prompt; the service may be elsewhere. */
  const prompt = async (baseUrl = service.baseUrl) => {
    const [program, ...args] = harness.command(folder);
    const env = { ...harness.env(folder), SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: baseUrl };
    return await run(program, args, folder, PROGRAM_WITHIN_MS, env);
  };

  it('runs the tool after an ALLOW, which was redeemed, and its end is reported', async () => {
    await decide('ALLOW');
    const ended = await prompt();
    expect({ ran: existsSync(marker), ended }).toMatchObject({ ran: true });
    expect(await lastEvent()).toMatchObject({
      door: name.toUpperCase().replace('-', '_'),
      redemption: { status: 'REDEEMED' },
      outcome: { status: 'SUCCEEDED' },
    });
  });

  it('does not run it after a BLOCK, and the model reads why', async () => {
    await decide('BLOCK');
    await prompt();
    expect(existsSync(marker)).toBe(false);
    expect(model.requests.some((body) => body.includes('BLOCK by the policy'))).toBe(true);
  });

  it('holds it for a review, and runs it once it is approved meanwhile', async () => {
    await decide('REVIEW');
    const running = prompt();
    await expect.poll(async () => (await lastEvent())?.review?.status).toBe('PENDING');
    expect(existsSync(marker)).toBe(false);
    await owner.call(`/reviews/${(await lastEvent())?.id}/approve`, { method: 'POST', body: {} });
    await running;
    expect(existsSync(marker)).toBe(true);
  });

  it.each([
    ['is away', null],
    ['answers 500', { status: 500, body: '{}' }],
    ['answers HTML', { status: 200, body: '<html>proxy</html>' }],
    ['lets all run, and is not svc', { status: 200, body: '{}' }],
    ['never answers', { status: 0, body: '' }],
  ])('does not run it when the service %s', async (_what, answer) => {
    const other = answer === null ? null : await serverThat(answer);
    await prompt(other === null ? 'http://127.0.0.1:1' : other.baseUrl);
    other?.server.closeAllConnections();
    other?.server.close();
    expect(existsSync(marker)).toBe(false);
  });

  it.runIf(name !== 'copilot')('hides sensitive data in a result from the model, where it is told to', async () => {
    await decide('ALLOW');
    await svc('hook', 'install', name, '--timeout', '15', '--agent', 'billing-bot', '--results', 'mask', '--yes');
    const asked = harness.tool(marker);
    const field = 'cmd' in asked.input ? 'cmd' : 'command';
    model.asks({ ...asked, input: { ...asked.input, [field]: `cat ${join(folder, 'person.txt')}` } });
    await writeFile(join(folder, 'person.txt'), 'CPF 529.982.247-25\n');
    await prompt();
    expect(model.requests.some((body) => body.includes('[CPF]'))).toBe(true);
    expect(model.requests.some((body) => body.includes('529.982.247-25'))).toBe(false);
  });

  it('is left as it was by --undo', async () => {
    await svc('hook', 'install', name, '--undo', '--yes');
    expect(await svc('hook', 'install', name, '--undo', '--yes')).toContain('is as it should be');
  });
});

describe('claude-code, deferred', () => {
  it('ends the run for a review, and runs the very same call when it is resumed after the approval', async () => {
    const harness = HARNESSES['claude-code'] as Harness;
    const installation = await installWith('harness-claude-code', {}, true);
    const { folder } = installation;
    try {
      const env = { ...harness.env(folder), SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
      const options = ['--agent', 'billing-bot', '--on-review', 'defer', '--yes'];
      await run(process.execPath, [SVC, 'hook', 'install', 'claude-code', ...options], folder, PROGRAM_WITHIN_MS, env);
      const marker = join(folder, 'marker');
      model.asks(harness.tool(marker));
      await decide('REVIEW');
      const [program, ...args] = harness.command(folder);
      const first = await run(program, args, folder, PROGRAM_WITHIN_MS, env);
      const ended = JSON.parse(first.stdout) as { stop_reason: string; session_id: string };
      expect([ended.stop_reason, existsSync(marker)]).toEqual(['tool_deferred', false]);
      const resume = ['--resume', ended.session_id, ...args];
      await run(program, resume, folder, PROGRAM_WITHIN_MS, env);
      expect(existsSync(marker)).toBe(false);
      const waiting = await lastEvent();
      await owner.call(`/reviews/${waiting?.id}/approve`, { method: 'POST', body: {} });
      await run(program, resume, folder, PROGRAM_WITHIN_MS, env);
      expect(existsSync(marker)).toBe(true);
      expect(await lastEvent()).toMatchObject({ id: waiting?.id, redemption: { status: 'REDEEMED' } });
    } finally {
      await installation.remove();
    }
  });
});

async function serverThat({ status, body }: { status: number; body: string }) {
  const server: Server = createServer((_request, reply) => {
    if (status !== 0) reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
