// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the tutorial "Policies in git with a pipeline" is walked through. Its pipeline is run too: it passes a change
 * that tightens, and its last step refuses one that loosens unless the commit says so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type QuickStart, startQuickStart } from './quick-start.ts';
import { openTutorial, type Walk } from './walk.ts';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
}

let service: QuickStart;
let walk: Walk;
beforeAll(async () => {
  walk = openTutorial('policies-in-git');
  service = await startQuickStart(join(walk.home, 'data'));
  walk.know(service.values);
});
afterAll(async () => {
  await service?.stop();
  walk.remove();
});

const steps = (): Step[] => {
  const [block] = walk.blocks('Add the pipeline');
  return (parse(block?.text ?? '') as { jobs: { policies: { steps: Step[] } } }).jobs.policies.steps;
};

/** @returns the name of the step that failed, as on the main branch; npm has installed what it would install */
function runPipeline(message: string): string | null {
  const [, live = ''] = /'(.*)'/.exec(service.values["LIVE_KEY='key_live_…'"] ?? '') ?? [];
  const [, policies = ''] = /'(.*)'/.exec(service.values["POLICIES_KEY='key_live_…'"] ?? '') ?? [];
  const looser = message.includes('[allow-looser]') ? '--allow-looser' : '';
  const secrets: Record<string, string> = { SVC_TEST_KEY: live, SVC_POLICIES_KEY: policies };
  const filled = (text: string) =>
    text.replace(/^\$\{\{ secrets\.(\w+) \}\}$/, (_, name: string) => secrets[name] ?? expect.fail(name));
  for (const { name = '', run = '', env = {} } of steps()) {
    if (run === '' || run.startsWith('npm ci')) continue;
    const own = Object.entries(env).map(([key, value]) => [key, key === 'LOOSER' ? looser : filled(value)]);
    const { status } = spawnSync('bash', ['-e', '-c', run], {
      cwd: join(walk.folder, 'policies'),
      env: { PATH: process.env.PATH, CI: 'true', SVC_BASE_URL: service.baseUrl, ...Object.fromEntries(own) },
    });
    if (status !== 0) return name;
  }
  return null;
}

// Each step goes on where the one before has ended.
it('keeps the policies of the service in git', async () => {
  await walk.follow('Take the keys');
  await walk.follow('Make the repository');
  await walk.follow('Bring the policies in');
});

it('tests them, and has a pipeline whose last step is for the main branch', async () => {
  await walk.follow('Write tests');
  await walk.follow('Add the pipeline');
  expect(steps().map(({ name, uses, run }) => name ?? uses ?? run)).toHaveLength(7);
  expect(steps().at(-1)).toMatchObject({ name: 'Apply', if: "github.ref == 'refs/heads/main'" });
});

it('lets the pipeline put in force what tightens', async () => {
  await walk.follow('Open a pull request that tightens');
  expect(runPipeline('Nothing new')).toBeNull();
});

it('lets it refuse what loosens, until the tests and the commit say so', async () => {
  await walk.follow('Open a pull request that loosens');
  expect(runPipeline('Ask about deletions')).toBe('Test');
  const test = join(walk.folder, 'policies/svc/tests/customers.yaml');
  execFileSync('sed', ['-i', 's/{ decision: BLOCK,/{ decision: REVIEW,/', test]);
  expect(runPipeline('Ask about deletions')).toBe('Apply');
  expect(runPipeline('Ask about deletions [allow-looser]')).toBeNull();
  walk.expectDone();
});
