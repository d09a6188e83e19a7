// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every command works with the contract's fields alone, takes unknown ones, and ends with a sentence for
 * anything else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, policyFile, svc } from '#harness/command-line';
import { CONTRACT_ANSWERS, REVIEWED, spoiled, startContractServer, withUnknownFields } from '#harness/contract-server';
import { COMMANDS } from './table.ts';

const TEST_FILE = `apiVersion: svc/v1
kind: PolicyTest
cases:
  - name: case
    input: { agent: a, action: EXPORT_DATA, resource: r }
`;
const CLAIM_FILE = `apiVersion: svc/v1
kind: PolicyClaim
claims:
  - { name: c, never: [ALLOW], when: { action: EXPORT } }
`;
const BUDGET_FILE = `apiVersion: svc/v1
kind: Budget
metadata: { name: b }
spec: { measure: COUNT, limit: 5, window: DAY, per: AGENT, action: EXPORT, onExceed: REVIEW }
`;
const RULES_FILE = `apiVersion: svc/v1
kind: ToolRules
metadata: { name: r }
spec: { rules: [{ tools: Bash, action: WRITE_DATA, resource: a }] }
`;
const CHECK = ['check', '--agent', 'a', '--action', 'READ_DATA', '--resource', 'r'];
const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
};
const toolCall = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name, arguments: args } });
const INPUT = { agent: 'a', action: 'READ_DATA', resource: 'r' };
const SESSION = [
  JSON.stringify(HELLO),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  toolCall('check_action', INPUT),
  toolCall('decide_action', INPUT),
  toolCall('get_decision', { id: REVIEWED.id }),
  toolCall('list_policies', {}),
  toolCall('test_policies', { cases: [{ name: 'case', input: INPUT }] }),
  toolCall('plan_policy_changes', { policies: [] }),
  toolCall('check_mcp_tool_call', { agent: 'a', resource: 'r', tool: 'listOrders' }),
].join('\n');

interface Command {
  args: readonly string[];
  code: number;
  input?: string;
}

/** A command line for each command that asks a service. */
const ASKING: readonly Command[] = [
  { args: ['login', '--api-key', `key_test_${'T'.repeat(43)}`], code: 0 },
  { args: CHECK, code: 0 },
  { args: ['redeem', REVIEWED.id, '--file', '-'], code: 0, input: JSON.stringify(INPUT) },
  { args: ['outcome', REVIEWED.id, 'SUCCEEDED'], code: 0 },
  { args: ['policies', 'pull'], code: 0 },
  { args: ['policies', 'apply', 'files'], code: 0 },
  { args: ['policies', 'apply', 'files', '--dry-run'], code: 0 },
  { args: ['policies', 'apply', 'files', '--dry-run', '--impact', '30'], code: 0 },
  { args: ['policies', 'apply', 'files', '--prune', '--yes'], code: 0 },
  { args: ['policies', 'apply', 'files', '--no-looser'], code: 1 },
  { args: ['policies', 'diff', 'files'], code: 1 },
  { args: ['policies', 'prove', 'files'], code: 4 },
  { args: ['policies', 'analyze'], code: 4 },
  { args: ['budgets', 'pull'], code: 0 },
  { args: ['budgets', 'apply', 'files'], code: 0 },
  { args: ['budgets', 'apply', 'files', '--dry-run', '--prune'], code: 0 },
  { args: ['budgets', 'apply', 'files', '--dry-run', '--impact', '30'], code: 0 },
  { args: ['tool-rules', 'pull'], code: 0 },
  { args: ['tool-rules', 'apply', 'files'], code: 0 },
  { args: ['tool-rules', 'apply', 'files', '--dry-run', '--prune'], code: 0 },
  { args: ['test', 'files'], code: 0 },
  { args: ['test', 'files', '--local'], code: 0 },
  { args: ['mcp'], code: 0, input: SESSION },
];

const FILES = { 'files/a.yaml': policyFile('a', '  action: EXPORT\n  decision: REVIEW'), 'files/t.yaml': TEST_FILE };

async function serve(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = await startContractServer(answers);
  onTestFinished(() => server.stop());
  return server.baseUrl;
}

async function run(baseUrl: string, { args, input }: Command, cwd: string) {
  const env = { SVC_API_KEY: `key_live_${'L'.repeat(43)}`, SVC_BASE_URL: baseUrl, XDG_CONFIG_HOME: cwd };
  return await svc(args, { env, cwd, ...(input !== undefined && { input }) });
}

const STACK = /\n\s+at |TypeError|ReferenceError|RangeError|undefined|\[object/;

it('asks with every command that has to do with a service', () => {
  const asking = new Set(ASKING.map(({ args }) => args.join(' ')));
  const offline = ['init', 'policies validate', 'budgets validate', 'tool-rules validate', 'tool-rules import'];
  // Hooks and the proxy ask routes of their own, which their tests show.
  const without = [...offline, 'listen', 'hook install', 'mcp wrap'];
  const missing = COMMANDS.filter(({ name }) => ![...asking].some((args) => args.startsWith(name)));
  expect(missing.map(({ name }) => name).filter((name) => !without.includes(name))).toEqual([]);
});

describe.each([
  ['the fields of the contract alone', CONTRACT_ANSWERS],
  ['fields that nobody knows', withUnknownFields(CONTRACT_ANSWERS) as typeof CONTRACT_ANSWERS],
])('with %s', (_what, given) => {
  it.each(ASKING)('svc $args ends with $code, as text and as JSON', async (command) => {
    const files = { ...FILES, 'files/c.yaml': CLAIM_FILE, 'files/b.yaml': BUDGET_FILE, 'files/r.yaml': RULES_FILE };
    const baseUrl = await serve(given);
    for (const more of command.args[0] === 'mcp' ? [[]] : [[], ['--json']]) {
      const ran = await run(baseUrl, { ...command, args: [...command.args, ...more] }, folderOf(files));
      expect(ran.code, ran.stdout + ran.stderr).toBe(command.code);
      expect(ran.stdout + ran.stderr).not.toMatch(STACK);
      if (more.length > 0) JSON.parse(ran.stdout);
    }
  });
});

it('answers every tool of svc mcp', async () => {
  const { stdout } = await run(await serve(CONTRACT_ANSWERS), { args: ['mcp'], code: 0, input: SESSION }, folderOf());
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { result?: { isError?: boolean } }).result);
  expect(results).toHaveLength(8);
  expect(results.filter((result) => result === undefined || result.isError === true)).toEqual([]);
});

it('shows an operation that it does not know, and counts it', async () => {
  const changes = [
    { name: 'a', op: 'rename' },
    { name: 'b', op: 'unchanged' },
  ];
  const baseUrl = await serve({ ...CONTRACT_ANSWERS, 'POST /v1/policies/apply': { dryRun: true, changes } });
  const { code, stdout } = await run(baseUrl, { args: ['policies', 'apply', 'files'], code: 0 }, folderOf(FILES));
  expect(code).toBe(0);
  expect(stdout).toContain('? rename a\n');
  expect(stdout).toContain('1 of another kind, 1 unchanged.');
});

it('writes a pulled policy with the defaults that the server left out', async () => {
  const cwd = folderOf();
  const { stdout } = await run(await serve(CONTRACT_ANSWERS), { args: ['policies', 'pull', '--json'], code: 0 }, cwd);
  const { files } = JSON.parse(stdout) as { files: { file: string }[] };
  expect(readFileSync(files[0]?.file ?? join(cwd, 'none'), 'utf8')).toContain('enabled: true');
});

/** Own extensions of this service, whole. */
const EXTENSIONS = {
  dryRun: true,
  changes: [{ name: 'a', op: 'update' }],
  warnings: [{ path: 'policies[0].condition', message: 'Look at it.' }],
  impact: {
    days: 30,
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-01-31T00:00:00.000Z',
    complete: true,
    events: 1,
    changed: 1,
    changes: [{ from: 'ALLOW', to: 'BLOCK', events: 1, sampleEventIds: [REVIEWED.id] }],
    decisions: [],
    policies: [{ id: null, name: 'a', decidesNow: 0, wouldDecide: 1, changes: [] }],
    policiesTotal: 1,
    notes: [{ code: 'RETENTION', message: 'Older events are gone.' }],
  },
  difference: {
    complete: true,
    of: 'decision',
    looser: 1,
    stricter: 0,
    approvers: 0,
    changes: [
      {
        kind: 'looser',
        from: { decision: 'BLOCK', approverRoles: [] },
        to: { decision: 'REVIEW', approverRoles: ['OWNER'] },
        exact: true,
        areas: [{ when: 'an agent exports data', by: { before: 'a', after: null } }],
        more: 0,
      },
    ],
  },
};
const WITNESS = {
  input: INPUT,
  decision: 'ALLOW',
  evaluatedDecision: 'ALLOW',
  policy: null,
  riskScore: 5,
  hypothetical: false,
  testCase: { name: 'c', input: INPUT },
};
const PROOFS = {
  policySetVersion: 1,
  complete: true,
  results: [
    {
      name: 'c',
      of: 'decision',
      proved: false,
      vacuous: false,
      counterexample: WITNESS,
      evadable: null,
      heldBy: [{ id: REVIEWED.id, name: 'a' }],
      leansOn: ['risk'],
    },
  ],
};
const ANALYSIS = {
  policySetVersion: 1,
  complete: true,
  dead: [{ id: REVIEWED.id, name: 'a', cause: 'NEVER_MATCHES' }],
  withoutEffect: [{ id: REVIEWED.id, name: 'a' }],
  needlessFields: [{ id: REVIEWED.id, name: 'a', field: 'condition.action' }],
  mergeable: [
    { id: REVIEWED.id, name: 'a', other: { id: REVIEWED.id, name: 'b' }, condition: { anyOf: [{ minRecords: 1 }] } },
  ],
  unknownAgents: [{ id: REVIEWED.id, name: 'a' }],
  unreachableThresholds: ['riskBlockAt'],
};

const APPLY = 'POST /v1/policies/apply';
const REDEEM = 'POST /v1/events/{id}/redeem';
const OUTCOME = 'POST /v1/events/{id}/outcome';
it.each([
  ['check', 'POST /v1/events', REVIEWED, CHECK],
  ['redeem', REDEEM, CONTRACT_ANSWERS[REDEEM], ['redeem', REVIEWED.id, '--file', 'svc/body.json']],
  ['outcome', OUTCOME, CONTRACT_ANSWERS[OUTCOME], ['outcome', REVIEWED.id, 'SUCCEEDED']],
  ['pull', 'GET /v1/policies', CONTRACT_ANSWERS['GET /v1/policies'], ['policies', 'pull', '--force']],
  ['the stored policies of apply', 'GET /v1/policies', CONTRACT_ANSWERS['GET /v1/policies'], ['policies', 'apply']],
  ['apply', APPLY, EXTENSIONS, ['policies', 'apply', '--dry-run', '--impact', '30']],
  ['diff', APPLY, EXTENSIONS, ['policies', 'diff']],
  ['test', 'POST /v1/policies/test', CONTRACT_ANSWERS['POST /v1/policies/test'], ['test']],
  ['prove', 'POST /v1/policies/prove', PROOFS, ['policies', 'prove']],
  ['analyze', 'GET /v1/policies/analysis', ANALYSIS, ['policies', 'analyze']],
] as [string, string, unknown, string[]][])(
  'ends with a sentence or a result whatever one value of an answer is: %s',
  async (_what, route, whole, args) => {
    let answer: unknown = whole;
    const server = await startContractServer(
      new Proxy({}, { get: (_target, name) => (name === route ? answer : CONTRACT_ANSWERS[name as string]) }),
    );
    onTestFinished(() => server.stop());
    const cwd = folderOf({
      'svc/a.yaml': FILES['files/a.yaml'],
      'svc/t.yaml': TEST_FILE,
      'svc/c.yaml': CLAIM_FILE,
      'svc/body.json': JSON.stringify(INPUT),
    });
    const sound = await run(server.baseUrl, { args, code: 0 }, cwd);
    expect(sound.stdout + sound.stderr).not.toMatch(/not one of svc/);
    const bad: string[] = [];
    for (const variant of spoiled(whole)) {
      answer = variant;
      const { stdout, stderr, code } = await run(server.baseUrl, { args, code: 0 }, cwd);
      const isPlain = !/\n\s+at |TypeError|RangeError|fault of its own/.test(stdout + stderr);
      if (!isPlain || ![0, 1, 2, 3].includes(code)) bad.push(`${JSON.stringify(variant)}: ${stderr}`);
    }
    expect(bad).toEqual([]);
  },
);
