// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the workflow of the guide "Proofs" is run, step by step, with the command line as a program. It keeps one
 * comment on a pull request up to date, and refuses what loosens. GitHub is a server here that speaks its documented API.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf, policyFile } from '#harness/command-line';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: { pull_request: { paths: string[] } };
  permissions: Record<string, string>;
  jobs: { difference: { steps: Step[] } };
}

const [, block = ''] =
  /```yaml\n(# \.github\/workflows\/.*?)```\n/s.exec(readRepositoryFile('docs/guides/proofs.md')) ?? [];
const workflow = parse(block) as Workflow;
/** All but the installation of the command line, which stands in the repository already here. */
const STEPS = workflow.jobs.difference.steps.filter(({ run }) => run !== undefined && !run.startsWith('npm ci'));

const TOKEN = 'ghs_token';
const NUMBER = 7;

interface Comment {
  id: number;
  body: string;
  user: { login: string; type: 'Bot' | 'User' };
}
let comments: Comment[];
let calls: string[];
let isForbidden = false;
let github: Server;
let service: TestService;

beforeAll(async () => {
  github = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      calls.push(`${method} ${url}`);
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (headers.authorization !== `Bearer ${TOKEN}`) return answer(401, { message: 'Bad credentials' });
      if (isForbidden) return answer(403, { message: 'Resource not accessible by integration' });
      answer(...answerOf(method, url, text));
    });
  });
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  const policies = '\n      - { name: No deletes, action: DELETE, decision: BLOCK }';
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies }) });
});
afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => github.close(resolve));
});
beforeEach(() => {
  comments = [];
  calls = [];
  isForbidden = false;
});

/** https://docs.github.com/en/rest/issues/comments: the three operations that the workflow uses. */
function answerOf(method: string, path: string, text: string): [number, unknown] {
  const { pathname, searchParams } = new URL(path, 'http://github.test');
  const ofIssue = `/repos/acme/agents/issues/${NUMBER}/comments`;
  if (method === 'GET' && pathname === ofIssue) {
    const [size, page] = [Number(searchParams.get('per_page') ?? 30), Number(searchParams.get('page') ?? 1)];
    return [200, comments.slice((page - 1) * size, page * size)];
  }
  const { body } = JSON.parse(text) as { body: string };
  if (method === 'POST' && pathname === ofIssue) {
    const made: Comment = { id: 1_000 + comments.length, body, user: { login: 'github-actions[bot]', type: 'Bot' } };
    comments.push(made);
    return [201, made];
  }
  const [, id] = /^\/repos\/acme\/agents\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
  const edited = comments.find((comment) => String(comment.id) === id);
  if (method !== 'PATCH' || edited === undefined) return [404, { message: 'Not Found' }];
  edited.body = body;
  return [200, edited];
}

/** Runs the steps as a runner does: each by `bash -e`, until one fails. */
async function runWorkflow(files: Record<string, string>): Promise<{ failed: string | null; log: string }> {
  const cwd = folderOf(files);
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  // `npx --no -- svc …` runs the program of the repository.
  writeFileSync(join(bin, 'npx'), `#!/bin/bash\nshift 3\nexec "${process.execPath}" "${ROOT}/cli/bin/svc.js" "$@"\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  const output = join(cwd, 'output');
  writeFileSync(output, '');
  const values: Record<string, () => string> = {
    'secrets.SVC_POLICIES_KEY': () => LIVE_KEY,
    'github.token': () => TOKEN,
    'github.event.pull_request.number': () => String(NUMBER),
    'steps.compare.outputs.code': () => /^code=(.*)$/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '',
  };
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The workflow reads ${name}, which is not known here.`);
      return value();
    });
  const { port } = github.address() as AddressInfo;
  let log = '';
  for (const { name = '', run = '', env = {} } of STEPS) {
    const own = Object.entries(env).map(([variable, value]) => [variable, filled(value)]);
    const runner = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: cwd,
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
      GITHUB_REPOSITORY: 'acme/agents',
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(own),
      ...(env.SVC_BASE_URL !== undefined && { SVC_BASE_URL: service.baseUrl }),
    };
    const { code, text } = await bash(filled(run), cwd, runner);
    log += text;
    if (code !== 0) return { failed: name, log };
  }
  return { failed: null, log };
}

function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr });
    });
  });
}

const LOOSER = { 'policies/deletes.yaml': policyFile('No deletes', '  action: DELETE\n  decision: REVIEW') };
const SAME = { 'policies/deletes.yaml': policyFile('No deletes', '  action: DELETE\n  decision: BLOCK') };

it('runs for changes of policies alone, and may write comments and nothing else', () => {
  expect(workflow.on.pull_request.paths).toEqual(['policies/**']);
  expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  expect(STEPS).toHaveLength(3);
});

it('refuses what loosens and says so in a comment, which the next push rewrites', async () => {
  const first = await runWorkflow(LOOSER);
  expect(first.failed, first.log).toBe('Refuse what loosens');
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toMatch(/^<!-- svc policies diff -->\n\*\*Refused: .*LOOSER BLOCK becomes REVIEW/s);
  const second = await runWorkflow(SAME);
  expect(second.failed, second.log).toBeNull();
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('**Nothing gets looser.**');
  expect(comments[0]?.body).not.toContain('LOOSER');
});

it('finds its comment behind a hundred others, and passes one that a person made alike', async () => {
  const user = { login: 'mallory', type: 'User' } as const;
  comments = Array.from({ length: 120 }, (_, id) => ({ id, body: '<!-- svc policies diff -->', user }));
  await runWorkflow(SAME);
  expect(comments).toHaveLength(121);
  calls = [];
  await runWorkflow(LOOSER);
  expect(comments).toHaveLength(121);
  expect(comments[120]?.body).toContain('LOOSER');
  expect(comments[0]?.body).toBe('<!-- svc policies diff -->');
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['GET', 'GET', 'PATCH']);
});

it('lets no name of a policy end the block of the comment', async () => {
  const file = policyFile('```\n# x'.replace('\n', ' '), '  action: READ\n  decision: BLOCK');
  const { failed, log } = await runWorkflow({ ...SAME, 'policies/odd.yaml': file });
  expect(failed, log).toBeNull();
  expect(comments[0]?.body.match(/```/g)).toHaveLength(2);
});

it('fails where nothing is known, and where GitHub refuses the comment', async () => {
  const wrong = await runWorkflow({ 'policies/wrong.yaml': 'kind: Policy\n' });
  expect(wrong.failed, wrong.log).toBe('Refuse what loosens');
  expect(comments[0]?.body).toContain('nothing is known');
  isForbidden = true;
  expect((await runWorkflow(SAME)).failed).toBe('Comment on the pull request');
});
