// SPDX-License-Identifier: Apache-2.0
/**
 * The commands: the help text, the parsed arguments, and the file of each. It refuses to know what they do; each is one
 * file of this folder and is loaded when it runs.
 */
import { DESTINATIONS, EVENT_ACTIONS } from '@svc/contract/enums';
import type { CommandSyntax } from './syntax.ts';
import { DOOR_COMMANDS } from './table-of-doors.ts';

const PATH = ['[path]', 'file or folder (default: ./svc, else this folder)'] as const;

export const COMMANDS: readonly CommandSyntax[] = [
  {
    name: 'init',
    summary: 'Write an example policy, an example test and an ignore file.',
    operands: [['[directory]', 'where to (asked for on a terminal; default: ./svc)']],
    options: [],
    examples: ['svc init', 'svc init ops/agent-policies'],
    hasPolicyRoutes: false,
    load: () => import('./init.ts'),
  },
  {
    name: 'login',
    summary: 'Try an API key and keep it in a file that only you can read.',
    options: [
      { flags: '--api-key <key>', meaning: 'LIVE or TEST key; - reads it from stdin' },
      { flags: '--base-url <url>', meaning: 'address of the service (default: http://127.0.0.1:4000)' },
    ],
    examples: ['svc login --api-key key_test_… --base-url https://svc.example', 'svc login --api-key - < key.txt'],
    hasPolicyRoutes: false,
    load: () => import('./login.ts'),
  },
  {
    name: 'check',
    summary: 'Decide one action. With a LIVE key it is recorded like any other.',
    options: [
      { flags: '--agent <name>', meaning: 'who acts', isRequired: true },
      { flags: '--action <action>', meaning: 'what it does', isRequired: true, choices: EVENT_ACTIONS },
      { flags: '--resource <name>', meaning: 'on what', isRequired: true },
      { flags: '--destination <destination>', meaning: 'where to', choices: DESTINATIONS },
      { flags: '--records <count>', meaning: 'how many records' },
      { flags: '--sensitive', meaning: 'accepted, not sent: the service finds sensitive data itself' },
    ],
    examples: [
      'svc check --agent billing-bot --action READ_DATA --resource orders',
      'svc check --agent mailer --action SEND_EMAIL --resource customers --destination EXTERNAL_EMAIL --records 3',
    ],
    hasPolicyRoutes: false,
    load: () => import('./check.ts'),
  },
  {
    name: 'redeem',
    summary: 'Spend the permission to run an allowed act. Run it only when this ends with 0.',
    operands: [['<event>', 'id of the event']],
    options: [
      { flags: '--file <file>', meaning: 'the body that was decided, as JSON; - reads stdin', isRequired: true },
      { flags: '--idempotency-key <key>', meaning: 'send it again to ask what became of a redemption' },
    ],
    examples: ['svc redeem 018f0000-0000-7000-8000-000000000001 --file body.json && ./export.sh'],
    hasPolicyRoutes: false,
    load: () => import('./redeem.ts'),
  },
  {
    name: 'outcome',
    summary: 'Report how an allowed act ended.',
    operands: [
      ['<event>', 'id of the event'],
      ['<status>', 'SUCCEEDED, FAILED or UNKNOWN'],
    ],
    options: [
      { flags: '--records <count>', meaning: 'how many records it was in fact' },
      { flags: '--code <code>', meaning: 'a code of your own, such as http.503; no text' },
    ],
    examples: [
      'svc outcome 018f0000-0000-7000-8000-000000000001 SUCCEEDED --records 12',
      'svc outcome 018f0000-0000-7000-8000-000000000001 FAILED --code http.503',
    ],
    hasPolicyRoutes: false,
    load: () => import('./outcome.ts'),
  },
  {
    name: 'policies validate',
    summary: 'Check policy and test files, offline.',
    operands: [PATH],
    options: [],
    examples: ['svc policies validate', 'svc policies validate ops/agent-policies --json'],
    hasPolicyRoutes: false,
    load: () => import('./policies-validate.ts'),
  },
  {
    name: 'policies pull',
    summary: 'Write the policies of the organization, one YAML file each.',
    options: [
      { flags: '--out <dir>', meaning: 'where to (default: ./svc/policies)' },
      { flags: '--force', meaning: 'replace files whole, with the comments in them' },
    ],
    examples: ['svc policies pull', 'svc policies pull --out ops/agent-policies'],
    hasPolicyRoutes: true,
    load: () => import('./policies-pull.ts'),
  },
  {
    name: 'policies apply',
    summary: 'Bring the organization to the policy files. Needs an org-wide LIVE key with `apply`.',
    operands: [PATH],
    options: [
      { flags: '--prune', meaning: 'delete policies that no file holds' },
      { flags: '--dry-run', meaning: 'show the plan and change nothing' },
      { flags: '--impact <days>', meaning: 'with --dry-run: what it would have decided in so many days, 1 to 90' },
      {
        flags: '--allow-looser',
        meaning: 'apply changes that let more through (default: ask, else refuse)',
      },
      { flags: '--no-looser', meaning: 'refuse them on a terminal and in a dry run too' },
      { flags: '--yes', meaning: 'do not ask on a terminal' },
    ],
    examples: [
      'svc policies apply --dry-run --prune',
      'svc policies apply --dry-run --impact 30',
      'svc policies apply --prune --allow-looser',
    ],
    hasPolicyRoutes: true,
    load: () => import('./policies-apply.ts'),
  },
  {
    name: 'policies diff',
    summary: 'Show what the policy files change for every event there can be. Nothing is changed.',
    operands: [PATH],
    options: [
      { flags: '--prune', meaning: 'as if policies that no file holds were deleted' },
      { flags: '--no-looser', meaning: 'end with 1 when any event would get a weaker decision' },
    ],
    examples: ['svc policies diff', 'svc policies diff --prune --no-looser --json'],
    hasPolicyRoutes: true,
    load: () => import('./policies-diff.ts'),
  },
  {
    name: 'policies prove',
    summary: 'Prove claims about every event. Nothing is recorded.',
    operands: [PATH],
    options: [
      { flags: '--local', meaning: 'about the policy files instead of the stored policies' },
      { flags: '--policies <path>', meaning: 'with --local: where the policy files are (default: the same path)' },
    ],
    examples: ['svc policies prove', 'svc policies prove svc/claims --local --policies svc/policies'],
    hasPolicyRoutes: true,
    load: () => import('./policies-prove.ts'),
  },
  {
    name: 'policies analyze',
    summary: 'Find stored policies and fields that do nothing, whatever event comes. Nothing is recorded.',
    options: [],
    examples: ['svc policies analyze', 'svc policies analyze --json'],
    hasPolicyRoutes: true,
    load: () => import('./policies-analyze.ts'),
  },
  {
    name: 'budgets validate',
    summary: 'Check budget, policy and test files, offline.',
    operands: [PATH],
    options: [],
    examples: ['svc budgets validate'],
    hasPolicyRoutes: false,
    load: () => import('./policies-validate.ts'),
  },
  {
    name: 'budgets pull',
    summary: 'Write the budgets of the organization, one YAML file each.',
    options: [
      { flags: '--out <dir>', meaning: 'where to (default: ./svc/budgets)' },
      { flags: '--force', meaning: 'replace files whole, with the comments in them' },
    ],
    examples: ['svc budgets pull'],
    hasPolicyRoutes: true,
    load: () => import('./budgets-pull.ts'),
  },
  {
    name: 'budgets apply',
    summary: 'Bring the organization to the budget files. Needs an org-wide LIVE key with `apply`.',
    operands: [PATH],
    options: [
      { flags: '--prune', meaning: 'delete budgets that no file holds' },
      { flags: '--dry-run', meaning: 'show the plan and change nothing' },
      { flags: '--impact <days>', meaning: 'with --dry-run: what they would have stopped in so many days, 1 to 90' },
    ],
    examples: ['svc budgets apply --dry-run --prune', 'svc budgets apply --prune'],
    hasPolicyRoutes: true,
    load: () => import('./budgets-apply.ts'),
  },
  {
    name: 'test',
    summary: 'Run policy tests. Nothing is recorded.',
    operands: [PATH],
    options: [
      { flags: '--local', meaning: 'against the policy files instead of the stored policies' },
      { flags: '--policies <path>', meaning: 'with --local: where the policy files are (default: the same path)' },
      { flags: '--junit <file>', meaning: 'write the results as JUnit XML too' },
    ],
    examples: [
      'svc test',
      'svc test --local',
      'svc test svc/tests --local --policies svc/policies --junit results.xml',
    ],
    hasPolicyRoutes: true,
    load: () => import('./test.ts'),
  },
  {
    name: 'listen',
    summary: 'Receive webhook deliveries on this machine, and show those that verify.',
    options: [
      { flags: '--port <number>', meaning: 'port of 127.0.0.1 (default: 4010); 0 takes a free one' },
      {
        flags: '--secret <secret>',
        meaning: 'secret of the endpoint; - reads it from stdin (default: SVC_WEBHOOK_SECRET)',
      },
      { flags: '--forward-to <url>', meaning: 'pass each on to your own server, and its answer back' },
    ],
    json: 'print one line of JSON for each request',
    examples: [
      'svc listen --secret - < secret.txt',
      'SVC_WEBHOOK_SECRET=whsec_… svc listen --forward-to http://127.0.0.1:3000/hooks',
    ],
    hasPolicyRoutes: false,
    load: () => import('./listen.ts'),
  },
  ...DOOR_COMMANDS,
];
