// SPDX-License-Identifier: Apache-2.0
/**
 * An engineer elsewhere: an empty folder, npm, and the address of a running service. No registry is asked, for npm's
 * registry is an address where nothing listens.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';

const EXAMPLES = join(import.meta.dirname, '../../sdk/examples/claude-code');
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Listed {
  name: string;
  file: string;
  url: string;
  integrity: string;
}

async function list(): Promise<Listed[]> {
  const { packages } = (await (await fetch(`${service.baseUrl}/packages/`)).json()) as { packages: Listed[] };
  return packages;
}

async function listed(name: string): Promise<Listed> {
  const found = (await list()).find((one) => one.name === name);
  if (found === undefined) throw new Error(`The service has no package ${name}.`);
  return found;
}

async function inFolder(program: string, args: readonly string[]): Promise<string> {
  const env = { ...NO_REGISTRY, SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const { code, stdout, stderr } = await run(program, args, folder, PROGRAM_WITHIN_MS, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
  return stdout;
}

function lockedIntegrity(name: string): string | undefined {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  return lock.packages[`node_modules/${name}`]?.integrity;
}

const DECIDE = `
  import { createClient } from '@svc/sdk';
  const { finalDecision } = await createClient().decide({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' });
  process.stdout.write(finalDecision);`;

it('installs the client library from its address, locks what the list says, and decides', {
  timeout: PROGRAM_WITHIN_MS,
}, async () => {
  const { url, integrity } = await listed('@svc/sdk');
  await inFolder('npm', ['install', '--no-audit', '--no-fund', url]);
  expect(lockedIntegrity('@svc/sdk')).toBe(integrity);
  writeFileSync(join(folder, 'decide.mjs'), DECIDE);
  expect(await inFolder(process.execPath, ['decide.mjs'])).toBe('ALLOW');
  // A clean installation from the lock file, as CI does it.
  rmSync(join(folder, 'node_modules'), { recursive: true });
  await inFolder('npm', ['ci', '--no-audit', '--no-fund']);
  expect(await inFolder(process.execPath, ['decide.mjs'])).toBe('ALLOW');
});

it('runs the hook of Claude Code by its path, and blocks the tool where it is missing', {
  timeout: PROGRAM_WITHIN_MS,
}, async () => {
  const settings = JSON.parse(readFileSync(join(EXAMPLES, 'settings.json'), 'utf8')) as {
    hooks: { PreToolUse: [{ hooks: [{ command: string }] }] };
  };
  const [{ command }] = settings.hooks.PreToolUse[0].hooks;
  mkdirSync(join(folder, '.claude'));
  for (const file of ['settings.json', 'svc.json']) copyFileSync(join(EXAMPLES, file), join(folder, '.claude', file));
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: 't',
    tool_name: 'mcp__crm__delete',
    tool_input: {},
  };
  const shell = `printf '%s' '${JSON.stringify({ ...event, cwd: folder })}' | { ${command}; }`;
  const env = { CLAUDE_PROJECT_DIR: folder, SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  expect((await run('sh', ['-c', shell], folder, PROGRAM_WITHIN_MS, env)).code).toBe(2);
  await inFolder('npm', ['install', '--no-audit', '--no-fund', (await listed('@svc/sdk')).url]);
  const { code, stdout } = await run('sh', ['-c', shell], folder, PROGRAM_WITHIN_MS, env);
  expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    answer: {
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringMatching(/svc/) },
    },
  });
});

it('runs the command line from its address without an installation: init, validate, test, apply', {
  timeout: PROGRAM_WITHIN_MS,
}, async () => {
  const { url } = await listed('@svc/cli');
  const svc = (...args: string[]) => inFolder('npx', ['--yes', `--package=${url}`, 'svc', ...args]);
  expect(await svc('--version')).toBe('0.1.0\n');
  await svc('init', 'svc');
  expect(await svc('policies', 'validate')).toContain('1 policy');
  const { failed } = JSON.parse(await svc('test', '--local', '--json')) as { failed: number };
  expect(failed).toBe(0);
  const { changes } = JSON.parse(await svc('policies', 'apply', '--allow-looser', '--json')) as {
    changes: { name: string; op: string }[];
  };
  expect(changes).toContainEqual(expect.objectContaining({ name: 'Review customer exports' }));
});

it('binds the scope to the service: a bare name never reaches another registry', async () => {
  writeFileSync(join(folder, '.npmrc'), `@svc:registry=${service.baseUrl}/packages/\n`);
  await inFolder('npm', ['install', '--no-audit', '--no-fund', '@svc/sdk', '@svc/cli']);
  expect(lockedIntegrity('@svc/cli')).toBe((await listed('@svc/cli')).integrity);
  expect(await inFolder('npx', ['--no', '--', 'svc', '--version'])).toBe('0.1.0\n');
  const missing = await run('npm', ['install', '@svc/core'], folder, PROGRAM_WITHIN_MS, NO_REGISTRY);
  expect(missing.stderr).toMatch(/404 Not Found.*\/packages\/@svc%2fcore/);
});

it('builds the same bytes from the same sources', async () => {
  const script = join(import.meta.dirname, '../../scripts/build-packages.mjs');
  await inFolder(process.execPath, [script, join(folder, 'again')]);
  const packages = await list();
  expect(packages.map(({ name }) => name)).toEqual(['@svc/sdk', '@svc/cli', 'svc-sdk', 'svc-sdk']);
  for (const { file, url } of packages) {
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(readFileSync(join(folder, 'again', file)).equals(served)).toBe(true);
  }
});

it('carries no dependency, and the licence of each part that is bundled', async () => {
  const { url } = await listed('@svc/cli');
  await inFolder('npm', ['install', '--no-audit', '--no-fund', url]);
  const own = join(folder, 'node_modules/@svc/cli');
  expect(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  const licences = readFileSync(join(own, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['ajv', 'commander', 'picocolors', 'yaml'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(readFileSync(join(own, 'dist/main.js'), 'utf8')).not.toMatch(/^import .* from "(?!node:)/m);
});
