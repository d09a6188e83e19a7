// SPDX-License-Identifier: Apache-2.0
/**
 * A pull writes the stored policies: one file each, the same bytes each time. The files validate and apply unchanged.
 */
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { answers, startFaultyServer } from '#harness/faulty';
import { call, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';

const HOSTILE_NAMES = [
  '../../x',
  '/etc/passwd',
  'CON',
  '🔥',
  '🔥🔥',
  'x'.repeat(120),
  `${'x'.repeat(119)}y`,
  'Same',
  'same',
  '- a: "list" # of: [signs] & *more',
  'true',
  '2026-01-01',
];

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: TEST_KEY, SVC_BASE_URL: service.baseUrl };
  const policies = HOSTILE_NAMES.map((name, index) => ({
    name,
    action: 'EXPORT',
    decision: 'REVIEW',
    description: `Text: with "signs",\n  lines and 1_000 of them #${index}`,
    condition: { anyOf: [{ minRecords: index }, { allOf: [], destination: 'EXTERNAL' }], agentIds: ['yes', '1'] },
    approverRoles: ['MEMBER', 'OWNER'],
  }));
  const apiOnly = { name: 'Health', action: 'ANY', decision: 'BLOCK', condition: { allOf: [{ dlpTypes: ['CPF'] }] } };
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [...policies, apiOnly] } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

it('writes one file for each policy, inside the folder, whatever it is called; all of them validate', async () => {
  const folder = folderOf();
  const { code, stderr } = await svc(['policies', 'pull', '--out', 'policies'], { env, cwd: folder });
  expect(code).toBe(0);
  expect(stderr).toBe(
    'svc: no file for "Health". Its condition has dlpTypes or lgpdCategories, which policy files do not hold.\n',
  );
  expect(readdirSync(folder)).toEqual(['policies']);
  expect(readdirSync(join(folder, 'policies'))).toHaveLength(HOSTILE_NAMES.length + 3);
  expect(await svc(['policies', 'validate', folder])).toMatchObject({
    code: 0,
    stdout: `${HOSTILE_NAMES.length + 3} policies and 0 test cases in ${HOSTILE_NAMES.length + 3} files are valid.\n`,
  });
});

it('applies as it is, and changes nothing then', async () => {
  const folder = folderOf();
  await svc(['policies', 'pull', '--out', folder], { env });
  const live = { ...env, SVC_API_KEY: LIVE_KEY };
  const { stdout } = await svc(['policies', 'apply', folder, '--prune', '--dry-run', '--json'], { env: live });
  const { changes } = JSON.parse(stdout) as { changes: { name: string; op: string }[] };
  expect(changes.filter(({ op }) => op !== 'unchanged').map(({ name, op }) => `${op} ${name}`)).toEqual([
    'delete Health',
  ]);
});

it('writes the same bytes again, and touches no file that has not changed', async () => {
  const folder = folderOf();
  const first = await svc(['policies', 'pull', '--out', folder, '--json'], { env });
  const { files } = JSON.parse(first.stdout) as { files: { name: string; file: string; written: boolean }[] };
  expect(files.map(({ written }) => written)).toEqual(files.map(() => true));
  const before = files.map(({ file }) => [readFileSync(file, 'utf8'), statSync(file).mtimeMs, statSync(file).ino]);
  const again = await svc(['policies', 'pull', '--out', folder, '--json'], { env });
  expect(JSON.parse(again.stdout)).toEqual({
    directory: folder,
    files: files.map((file) => ({ ...file, written: false })),
    refused: [],
    skipped: [{ name: 'Health', reason: expect.stringContaining('dlpTypes') }],
    stale: [],
  });
  expect(files.map(({ file }) => [readFileSync(file, 'utf8'), statSync(file).mtimeMs, statSync(file).ino])).toEqual(
    before,
  );
});

/** Pulls over a file of the policy "Allow reading prices" that a person has written. */
async function pullOver(written: string, ...args: string[]) {
  const folder = folderOf();
  const { stdout } = await svc(['policies', 'pull', '--out', folder, '--json'], { env });
  const { files } = JSON.parse(stdout) as { files: { name: string; file: string }[] };
  const file = files.find(({ name }) => name === 'Allow reading prices')?.file ?? '';
  const pulled = readFileSync(file, 'utf8');
  writeFileSync(file, written);
  const ran = await svc(['policies', 'pull', '--out', folder, ...args], { env });
  return { ...ran, file, pulled, text: readFileSync(file, 'utf8') };
}

const HEAD = '# by us\napiVersion: svc/v1\nkind: Policy\nmetadata:\n  # the key\n  name: Allow reading prices\nspec:\n';

it('leaves a file with comments alone while it means the stored policy', async () => {
  const written = `${HEAD}  action: READ # reads only\n  resource: PUBLIC\n  decision: ALLOW\n`;
  expect(await pullOver(written)).toMatchObject({ code: 0, text: written });
});

it('keeps every comment of a file whose policy changed', async () => {
  const written = `${HEAD}  decision: BLOCK # was it right?\n  # only this\n  action: WRITE\n  resource: PUBLIC\n# the end\n`;
  const { code, text, pulled } = await pullOver(written);
  expect(code).toBe(0);
  const id = /id: .*\n {2}updatedAt: .*\n/.exec(pulled)?.[0] ?? '';
  expect(text).toBe(
    `${HEAD.replace('spec:', `  ${id}spec:`)}  decision: ALLOW # was it right?\n  # only this\n  action: READ\n  resource: PUBLIC\n\n# the end\n`,
  );
  const [file = ''] = [folderOf({ 'a.yaml': text })];
  expect((await svc(['policies', 'validate', file])).code).toBe(0);
});

it.each([
  [
    'in a part that is gone',
    `${HEAD}  action: READ\n  resource: PUBLIC\n  decision: ALLOW\n  # why\n  description: mine\n`,
  ],
  ['beside what cannot be read', '# mine\n<<<<<<< ours\na: [\n'],
  ['beside another document', `${HEAD}  action: READ\n  decision: BLOCK\n---\na: 1\n`],
])('refuses to lose comments %s, without --force', async (_where, written) => {
  const left = await pullOver(written);
  expect(left).toMatchObject({ code: 1, text: written });
  expect(left.stderr).toMatch(/ was left as it is\. The file holds .* --force replaces it\.\n/);
  const forced = await pullOver(written, '--force');
  expect(forced).toMatchObject({ code: 0, text: forced.pulled });
});

it('replaces a file without comments, and takes a # inside a value for no comment', async () => {
  const written = `${HEAD.replace(/ *#.*\n/g, '')}  description: "# none"\n  action: READ\n  decision: BLOCK\n`;
  const { code, text, pulled } = await pullOver(written);
  expect({ code, text }).toEqual({ code: 0, text: pulled });
});

it('writes readable YAML in a fixed order', async () => {
  const folder = folderOf();
  const { stdout } = await svc(['policies', 'pull', '--out', folder, '--json'], { env });
  const { files } = JSON.parse(stdout) as { files: { name: string; file: string }[] };
  const file = files.find(({ name }) => name === 'Allow reading prices')?.file ?? '';
  const text = readFileSync(file, 'utf8').replace(/(id|updatedAt): .*/g, '$1: …');
  expect(text).toBe(`apiVersion: svc/v1
kind: Policy
metadata:
  name: Allow reading prices
  id: …
  updatedAt: …
spec:
  enabled: true
  action: READ
  resource: PUBLIC
  decision: ALLOW
  mode: ENFORCE
  approverRoles: []
`);
});

it('names files that were pulled once and are of no stored policy any more, and leaves them and others alone', async () => {
  const folder = folderOf({ 'gone-0123abcd.yaml': policyFile('Gone'), 'mine.yaml': policyFile('Mine') });
  const { code, stderr } = await svc(['policies', 'pull', '--out', folder], { env });
  expect(code).toBe(0);
  expect(stderr).toContain('svc: gone-0123abcd.yaml is of no stored policy. It was left as it is.\n');
  expect(stderr).not.toContain('mine.yaml');
  expect(readFileSync(join(folder, 'gone-0123abcd.yaml'), 'utf8')).toBe(policyFile('Gone'));
});

it('replaces a link in the place of a file and does not write through it', async () => {
  const outside = folderOf({ 'mine.txt': 'mine' });
  const folder = folderOf();
  const { stdout } = await svc(['policies', 'pull', '--out', folder, '--json'], { env });
  const { files } = JSON.parse(stdout) as { files: { file: string }[] };
  const into = folderOf();
  const name = (files[0]?.file ?? '').slice(folder.length + 1);
  symlinkSync(join(outside, 'mine.txt'), join(into, name));
  await svc(['policies', 'pull', '--out', into], { env });
  expect(readFileSync(join(outside, 'mine.txt'), 'utf8')).toBe('mine');
  expect(readFileSync(join(into, name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
});

it('ends with 4 where the server has no policies as code, and with 1 where it answers something else', async () => {
  for (const [behaviour, code] of [
    [answers(404, { message: 'Cannot GET /v1/policies' }), 4],
    [answers(404, '<h1>Not found</h1>'), 4],
    [answers(200, { policies: 'none' }), 1],
    [answers(401, { error: 'unauthorized', message: 'No.' }), 5],
  ] as const) {
    const server = await startFaultyServer(behaviour);
    const ran = await svc(['policies', 'pull', '--out', folderOf()], { env: { ...env, SVC_BASE_URL: server.baseUrl } });
    await server.stop();
    expect(ran.code).toBe(code);
  }
});
