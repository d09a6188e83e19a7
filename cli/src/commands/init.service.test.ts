// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what `init` writes passes as it is, in an organization of any names, settings and states of its records. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { answers, startFaultyServer } from '#harness/faulty';
import { openOrganization, type TestService } from '#harness/service';

const key = (kind: string, letter: string) => `key_${kind}_${letter.repeat(43)}`;
const keys = [
  `{ name: test, key: ${key('test', 'K')} }`,
  `{ name: bound, key: ${key('live', 'B')}, agent: "ajudante: nº 2" }`,
];

function organization(over: { settings?: string; agents?: string; resources?: string } = {}): string {
  const {
    settings = '',
    agents = '      - { name: parado, status: PAUSED }\n      - { name: "ajudante: nº 2" }',
    resources = '      - { name: "yes", classification: INTERNAL }\n      - { name: "folha #1", classification: EMPLOYEE }',
  } = over;
  return `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Padaria
${settings}    agents:
${agents}
    resources:
${resources}
    apiKeys:
${keys.map((line) => `      - ${line}`).join('\n')}
`;
}

async function passing(service: TestService, apiKey = key('test', 'K')) {
  const cwd = folderOf();
  const env = { SVC_API_KEY: apiKey, SVC_BASE_URL: service.baseUrl };
  const written = await svc(['init', '--json'], { cwd, env });
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(await svc(['policies', 'validate'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  const tested = await svc(['test', '--local'], { cwd, env });
  expect({ code: tested.code, stderr: tested.stderr }).toEqual({ code: 0, stderr: '' });
  return {
    names: JSON.parse(written.stdout) as { agent: string; resource: string; replaceNames: boolean },
    tested: tested.stdout,
    text: readFileSync(join(cwd, 'svc/tests/exports.yaml'), 'utf8'),
  };
}

describe('an organization with names of its own', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => organization() });
  });
  afterAll(() => service.stop());

  it('gets them, of those that the examples pass for, whatever stands in them', async () => {
    const { names, tested, text } = await passing(service);
    expect(names).toMatchObject({ agent: 'ajudante: nº 2', resource: 'folha #1', replaceNames: false });
    expect(tested).toContain('3 passed, 0 failed, 0 skipped.');
    expect(text).not.toContain('quick start');
  });

  it('tells a key that is bound to an agent no other one', async () => {
    const bound = key('live', 'B');
    expect((await passing(service, bound)).names).toMatchObject({ agent: 'ajudante: nº 2' });
    const cwd = folderOf({ 'tests.yaml': testFile('parad', 'folha') });
    const { stderr } = await svc(['test', '.'], { cwd, env: { SVC_API_KEY: bound, SVC_BASE_URL: service.baseUrl } });
    expect(stderr).toContain('No agent has this name. There is "ajudante: nº 2".');
    expect(stderr).not.toContain('parado');
  });

  it('names what exists in the errors of test, too', async () => {
    const cwd = folderOf({ 'tests.yaml': testFile('parad', 'nothing-alike') });
    const env = { SVC_API_KEY: key('test', 'K'), SVC_BASE_URL: service.baseUrl };
    const { code, stderr } = await svc(['test', '.'], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain('No agent has this name. Did you mean "parado"?');
    expect(stderr).toContain('No resource has this name. There are "folha #1" and "yes".');
  });
});

function testFile(agent: string, resource: string): string {
  const input = `{ agent: "${agent}", action: READ_DATA, resource: "${resource}" }`;
  return `apiVersion: svc/v1\nkind: PolicyTest\ncases:\n  - name: a case\n    input: ${input}\n`;
}

it.each<[string, Parameters<typeof organization>[0], string]>([
  ['in monitor mode, with the cases that hold there', { settings: '    enforcement: MONITOR\n' }, '1 passed'],
  [
    'with a low threshold',
    { settings: '    enforcement: ENFORCE\n    riskReviewAt: 5\n    riskBlockAt: 100\n' },
    '2 passed',
  ],
  [
    'with agents that may only read',
    {
      agents: '      - { name: "ajudante: nº 2", permissions: [{ action: READ, resource: ANY }] }',
      settings: '    enforcement: ENFORCE\n    riskReviewAt: 60\n    riskBlockAt: 90\n',
    },
    '1 passed',
  ],
])('passes %s', async (_what, over, passed) => {
  const service = await openOrganization({ provisioning: () => organization(over) });
  expect((await passing(service)).tested).toContain(`${passed}, 0 failed`);
  await service.stop();
});

it.each([
  ['a service without names', answers(400, { error: 'validation_error', message: 'no', fields: {} }), 'tells no names'],
  ['names of another form', answers(400, { error: 'validation_error', known: { agents: 7 } }), 'tells no names'],
  [
    'an organization without a resource',
    answers(400, { error: 'validation_error', known: { agents: ['a'], resources: [] } }),
    'This organization has no agent or no resource yet.',
  ],
  ['a wrong key', answers(401, { error: 'unauthorized', message: 'No such key.' }), 'No such key. (401)'],
  ['another program', answers(404, { message: 'Cannot POST /' }), 'There is no decision API'],
])('writes them too before %s', async (_what, behaviour, why) => {
  const server = await startFaultyServer(behaviour);
  const env = { SVC_API_KEY: key('test', 'K'), SVC_BASE_URL: server.baseUrl };
  const { code, stderr } = await svc(['init'], { cwd: folderOf(), env });
  await server.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(why) });
  expect(stderr).toContain('are names of the quick start');
});
