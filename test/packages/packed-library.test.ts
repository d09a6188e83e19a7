// SPDX-License-Identifier: Apache-2.0
/** The library that the service hands out is small, has no dependencies, installs without a network, and its types check. */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_LIBRARY_BYTES_MAX } from '#harness/bounds';
import { CLIENT_LIBRARY } from '#harness/compatibility';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const ADAPTERS = /^(bin|dist\/(ai|langchain|openai-agents|mastra|adk|claude-agent|claude-code|tools))\//;

let folder: string;
let files: string[];
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-packed-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }');
  copyFileSync(join(ROOT, 'dist/packages', CLIENT_LIBRARY), join(folder, CLIENT_LIBRARY));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${CLIENT_LIBRARY}`], folder);
  const listed = run('tar', ['tzf', join(folder, CLIENT_LIBRARY)], folder);
  files = listed
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  service = await openOrganization();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): string {
  const { PATH = '', HOME = '' } = process.env;
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: PROGRAM_WITHIN_MS,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const installed = (path: string) => join(folder, 'node_modules/@svc/sdk', path);

it('holds programs, types and examples alone: no source, no test, no map', () => {
  expect(
    files.filter(
      (path) =>
        !/^(package\.json|README\.md|LICENSE|NOTICE|bin\/[\w-]+\.js|dist\/.*\.(js|d\.ts)|examples\/.*\.(mjs|json))$/.test(
          path,
        ),
    ),
  ).toEqual([]);
  expect(files.filter((path) => /\.test\./.test(path))).toEqual([]);
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest.dependencies).toBeUndefined();
  for (const path of files.filter((one) => one.endsWith('.d.ts'))) {
    expect(readFileSync(installed(path), 'utf8')).not.toContain('@svc/contract');
  }
});

it('is at most 25 KB without its adapters, compressed', () => {
  const isDocument = (path: string) => path.startsWith('examples/') || /^(LICENSE|NOTICE)$/.test(path);
  const core = files.filter((path) => !ADAPTERS.test(path) && !isDocument(path));
  const bytes = gzipSync(Buffer.concat(core.map((path) => readFileSync(installed(path))))).byteLength;
  expect(bytes).toBeLessThanOrEqual(CLIENT_LIBRARY_BYTES_MAX);
  // The whole package, with its eight adapters, stays near that bound; its examples and its licence are documents.
  const documents = files.filter(isDocument);
  const ofDocuments = gzipSync(Buffer.concat(documents.map((path) => readFileSync(installed(path))))).byteLength;
  const whole = statSync(join(folder, CLIENT_LIBRARY)).size;
  expect(whole - ofDocuments).toBeLessThanOrEqual(CLIENT_LIBRARY_BYTES_MAX * 1.8);
});

it('decides, from an installation of its own', async () => {
  writeFileSync(
    join(folder, 'sample.mjs'),
    `import { createClient, verifyWebhook } from '@svc/sdk';
     import { guardTools as guardAdkTools } from '@svc/sdk/adk';
     import { guardTools } from '@svc/sdk/ai';
     import { svcHooks } from '@svc/sdk/claude-agent';
     import { runHook } from '@svc/sdk/claude-code';
     import { guardTool, svcMiddleware } from '@svc/sdk/langchain';
     import { guardTool as guardMastraTool } from '@svc/sdk/mastra';
     import { guardTool as guardOpenAiTool } from '@svc/sdk/openai-agents';
     import { wrapTool } from '@svc/sdk/tools';
     const newer = [svcMiddleware, guardAdkTools, guardMastraTool, guardOpenAiTool];
     const parts = [verifyWebhook, guardTools, svcHooks, runHook, guardTool, wrapTool, ...newer];
     if (!parts.every((part) => typeof part === 'function')) throw new Error('incomplete');
     const { finalDecision } = await createClient().decide({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' });
     process.stdout.write(finalDecision);`,
  );
  expect(files).toContain('bin/svc-claude-code.js');
  expect(await runSample()).toBe('ALLOW');
});

/** The call is asynchronous, because the service runs in the same thread of this process. */
async function runSample(): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const child = spawn(process.execPath, ['sample.mjs'], { cwd: folder, env, timeout: PROGRAM_WITHIN_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

it('has types that a strict program checks against, and that refuse what is wrong', () => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(
    join(folder, 'sample.ts'),
    `import { ActionNotAllowedError, createClient, type MaybeDegraded, type Decision } from '@svc/sdk';
     const svc = createClient({ apiKey: 'key_live_x', failMode: 'closed' });
     const decision: MaybeDegraded<Decision> = await svc.decide({ agent: 'a', action: 'READ_DATA', resource: 'r' });
     if (decision.degraded) { const id: null = decision.id; void id; } else { const id: string = decision.id; void id; }
     const rows: number = await svc.guard({ action: 'SEND_EMAIL', resource: 'r' }, () => 3).catch((error: unknown) => {
       if (error instanceof ActionNotAllowedError) return error.decision.riskScore;
       throw error;
     });
     // @ts-expect-error: a family is no event action
     void svc.decide({ agent: 'a', action: 'READ', resource: 'r' });
     // @ts-expect-error: there is no such field
     void svc.decide({ agent: 'a', action: 'READ_DATA', resource: 'r', urgent: true });
     export { rows };`,
  );
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--noEmit', '--types', 'node'];
  const typescript = join(ROOT, 'node_modules/.bin/tsc');
  expect(run(typescript, [...options, 'sample.ts'], folder)).toBe('');
});
