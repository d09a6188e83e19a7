// SPDX-License-Identifier: Apache-2.0
/**
 * The certification scenario of the AuthZEN Authorization API 1.0, its Core levels, against the real service. It writes
 * docs/reference/conformance.md: `npm run generate` renews the page, and any other run fails on a difference.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, organizationName, type TestService } from '#harness/service';
import { ROOT } from '../tidy/source-files.ts';

/** Subjects are agents, resources are records, and the actions of the scenario are read by tool rules. */
const FIXTURE = () => `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: ${organizationName('Acme')}
    plan: BUSINESS
    users: []
    resources:
      - { name: record-1, classification: INTERNAL }
      - { name: record-2, classification: INTERNAL }
    agents:
      - { name: alice }
      - { name: bob, permissions: [{ action: READ, resource: ANY }] }
    apiKeys:
      - { name: live, key: ${LIVE_KEY} }
`;

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: FIXTURE });
});
afterAll(() => service.stop());

const ALICE = { type: 'user', id: 'alice' };
const BOB = { type: 'user', id: 'bob' };
const RECORD = { type: 'record', id: 'record-1' };
const OTHER = { type: 'record', id: 'record-2' };
const READ = { name: 'READ_DATA' };
const WRITE = { name: 'WRITE_DATA' };
const ASKED = { subject: ALICE, action: READ, resource: RECORD };

interface Sent {
  path?: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}
interface Seen {
  status: number;
  body: unknown;
  headers: Headers;
}

async function send({ path = '/access/v1/evaluation', body, raw, headers }: Sent): Promise<Seen> {
  const answer = await fetch(service.baseUrl + path, {
    method: path.startsWith('/.well-known') ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json', ...headers },
    ...(path.startsWith('/.well-known') ? {} : { body: raw ?? JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
}

type Check = readonly [level: string, what: string, how: () => Promise<boolean>];

const EVALUATIONS = '/access/v1/evaluations';
const decisionIs = (body: object, expected: boolean) => async () => {
  const seen = await send({ body });
  return seen.status === 200 && isEvaluation(seen.body) && seen.body.decision === expected;
};
const answersDecision = (sent: Sent) => async () => {
  const seen = await send(sent);
  return seen.status === 200 && isEvaluation(seen.body);
};
const isRefused =
  (sent: Sent, status = 400) =>
  async () => {
    const seen = await send(sent);
    return seen.status === status && typeof seen.body === 'string';
  };
const isEvaluation = (value: unknown): value is { decision: boolean } =>
  typeof value === 'object' && value !== null && typeof (value as { decision?: unknown }).decision === 'boolean';

async function decisionsOf(body: object): Promise<unknown[] | null> {
  const seen = await send({ path: EVALUATIONS, body });
  const { evaluations, ...others } = seen.body as { evaluations?: unknown };
  if (seen.status !== 200 || Object.keys(others).length > 0 || !Array.isArray(evaluations)) return null;
  return evaluations.map((one: unknown) => (isEvaluation(one) ? one.decision : one));
}
const batchIs = (body: object, expected: readonly boolean[]) => async () =>
  JSON.stringify(await decisionsOf(body)) === JSON.stringify(expected);

const without = (part: 'subject' | 'action' | 'resource', member?: string): object => {
  const { [part]: whole, ...rest } = ASKED;
  if (member === undefined) return rest;
  const { [member]: _, ...others } = whole as Record<string, unknown>;
  return { ...rest, [part]: others };
};

const PARTS = [
  ['subject'],
  ['subject', 'type'],
  ['subject', 'id'],
  ['action'],
  ['action', 'name'],
  ['resource'],
  ['resource', 'type'],
  ['resource', 'id'],
] as const;
const MISTYPED: readonly (readonly [string, object])[] = [
  ['`subject` is a text', { ...ASKED, subject: 'alice' }],
  ['`subject` is an array', { ...ASKED, subject: [ALICE] }],
  ['`subject` is null', { ...ASKED, subject: null }],
  ['`subject.type` is a number', { ...ASKED, subject: { ...ALICE, type: 1 } }],
  ['`subject.id` is a number', { ...ASKED, subject: { ...ALICE, id: 1 } }],
  ['`subject.properties` is a text', { ...ASKED, subject: { ...ALICE, properties: 'x' } }],
  ['`action` is a text', { ...ASKED, action: 'READ_DATA' }],
  ['`action.name` is a number', { ...ASKED, action: { name: 123 } }],
  ['`action.properties` is an array', { ...ASKED, action: { ...READ, properties: [] } }],
  ['`resource` is a text', { ...ASKED, resource: 'record-1' }],
  ['`resource.type` is an object', { ...ASKED, resource: { ...RECORD, type: {} } }],
  ['`resource.id` is a boolean', { ...ASKED, resource: { ...RECORD, id: true } }],
  ['`resource.properties` is null', { ...ASKED, resource: { ...RECORD, properties: null } }],
  ['`context` is a text', { ...ASKED, context: 'x' }],
];

const CHECKS: readonly Check[] = [
  ['Basic Core', 'alice reads record-1: true', decisionIs(ASKED, true)],
  ['Basic Core', 'alice writes record-1: true', decisionIs({ ...ASKED, action: WRITE }, true)],
  ['Basic Core', 'bob reads record-1: true', decisionIs({ ...ASKED, subject: BOB }, true)],
  ['Basic Core', 'bob writes record-1: false', decisionIs({ ...ASKED, subject: BOB, action: WRITE }, false)],
  [
    'Basic Core',
    'a subject that is not known: false',
    decisionIs({ ...ASKED, subject: { ...ALICE, id: 'eve' } }, false),
  ],
  ['Basic Core', 'an action that is not known: false', decisionIs({ ...ASKED, action: { name: 'fly' } }, false)],
  [
    'Basic Core',
    'a resource that is not known: false',
    decisionIs({ ...ASKED, resource: { ...RECORD, id: 'x' } }, false),
  ],
  ['Basic Core', 'fields that are not known are accepted', answersDecision({ body: { ...ASKED, extra: { a: 1 } } })],
  [
    'Basic Core',
    'fields of parts that are not known are accepted',
    answersDecision({ body: { ...ASKED, subject: { ...ALICE, extra: 1 }, action: { ...READ, extra: 1 } } }),
  ],
  [
    'Basic Core',
    'further `properties` are accepted, and change nothing',
    decisionIs(
      {
        subject: { ...ALICE, properties: { role: 'x' } },
        action: { ...READ, properties: { soft: true } },
        resource: { ...RECORD, properties: { status: 'x' } },
      },
      true,
    ),
  ],
  ['Basic Core', '`context` is optional, and changes nothing', decisionIs({ ...ASKED, context: { time: 'x' } }, true)],
  [
    'Basic Core',
    'the same question has the same answer',
    async () => {
      const asked = Array.from({ length: 5 }, () => decisionIs({ ...ASKED, subject: BOB, action: WRITE }, false)());
      return (await Promise.all(asked)).every(Boolean);
    },
  ],
  ...PARTS.map(
    ([part, member]): Check => [
      'Basic Core',
      `400 without \`${[part, ...(member === undefined ? [] : [member])].join('.')}\``,
      isRefused({ body: without(part, member) }),
    ],
  ),
  ...MISTYPED.map(([what, body]): Check => ['Basic Core', `400 where ${what}`, isRefused({ body })]),
  ['Basic Core', '400 for malformed JSON', isRefused({ raw: '{"subject":' })],
  ['Basic Core', '400 for an empty body', isRefused({ raw: '' })],
  ['Basic Core', '400 for an empty object', isRefused({ body: {} })],
  ['Basic Core', '400 for an array', isRefused({ body: [ASKED] })],
  ['Basic Core', '400 for another content type', isRefused({ body: ASKED, headers: { 'content-type': 'text/plain' } })],
  ['Basic Core', '400 for a member that is there twice', isRefused({ raw: '{"action":{"name":"a","name":"b"}}' })],
  [
    'Basic Core',
    '400 for half of a surrogate pair',
    isRefused({ raw: JSON.stringify(ASKED).replace('alice', '\\ud800') }),
  ],
  [
    'Basic Core',
    '401 without a valid key, with `WWW-Authenticate`',
    async () => {
      const seen = await send({ body: ASKED, headers: { authorization: 'Bearer x' } });
      return seen.status === 401 && typeof seen.body === 'string' && seen.headers.has('www-authenticate');
    },
  ],
  [
    'Basic Core',
    '`X-Request-ID` is echoed',
    async () => {
      const id = 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716';
      const answers = [ASKED, {}].map((body) => send({ body, headers: { 'x-request-id': id } }));
      return (await Promise.all(answers)).every(({ headers }) => headers.get('x-request-id') === id);
    },
  ],
  [
    'Basic Core',
    'the answer is `application/json`',
    async () => /^application\/json(;|$)/.test((await send({ body: ASKED })).headers.get('content-type') ?? ''),
  ],
  [
    'Batch Core',
    'answers have the length and the order of the items',
    batchIs({ evaluations: [ASKED, { ...ASKED, subject: BOB, action: WRITE }, { ...ASKED, resource: OTHER }] }, [
      true,
      false,
      true,
    ]),
  ],
  [
    'Batch Core',
    'defaults beside the items hold for each',
    batchIs({ ...ASKED, evaluations: [{}, { action: WRITE }, { resource: OTHER }] }, [true, true, true]),
  ],
  [
    'Batch Core',
    'a part of an item takes the place of the default',
    batchIs({ ...ASKED, action: WRITE, evaluations: [{}, { subject: BOB }, { subject: BOB, action: READ }] }, [
      true,
      false,
      true,
    ]),
  ],
  [
    'Batch Core',
    'an item that is not valid is false, with `context.error`, and the others are answered',
    batchIs({ ...ASKED, evaluations: [{}, { subject: 'alice' }, {}] }, [true, false, true]),
  ],
  [
    'Batch Core',
    '`execute_all` answers each item',
    batchIs({ ...ASKED, ...semantic('execute_all'), evaluations: [{ subject: BOB, action: WRITE }, {}] }, [
      false,
      true,
    ]),
  ],
  [
    'Batch Core',
    '`deny_on_first_deny` ends with the first denial',
    batchIs({ ...ASKED, ...semantic('deny_on_first_deny'), evaluations: [{}, { subject: BOB, action: WRITE }, {}] }, [
      true,
      false,
    ]),
  ],
  [
    'Batch Core',
    '`permit_on_first_permit` ends with the first permit',
    batchIs(
      { ...ASKED, ...semantic('permit_on_first_permit'), evaluations: [{ subject: BOB, action: WRITE }, {}, {}] },
      [false, true],
    ),
  ],
  ['Batch Core', 'without items the answer is a single one', answersDecision({ path: EVALUATIONS, body: ASKED })],
  [
    'Batch Core',
    'with an empty list of items too',
    answersDecision({ path: EVALUATIONS, body: { ...ASKED, evaluations: [] } }),
  ],
  ['Batch Core', '400 where `evaluations` is no array', isRefused({ path: EVALUATIONS, body: { evaluations: {} } })],
  [
    'Batch Core',
    '400 for another semantic',
    isRefused({ path: EVALUATIONS, body: { ...ASKED, ...semantic('x'), evaluations: [{}] } }),
  ],
  ['Batch Core', '400 for an empty body', isRefused({ path: EVALUATIONS, raw: '' })],
  [
    'Discovery',
    'the metadata names the decision point as it was asked, and the endpoints that are served',
    async () => {
      const { status, body } = await send({ path: '/.well-known/authzen-configuration' });
      const told = body as Record<string, unknown>;
      const { baseUrl } = service;
      return (
        status === 200 &&
        told.policy_decision_point === baseUrl &&
        told.access_evaluation_endpoint === `${baseUrl}/access/v1/evaluation` &&
        told.access_evaluations_endpoint === `${baseUrl}${EVALUATIONS}`
      );
    },
  ],
  [
    'Discovery',
    'members that are not served, or empty, are left out',
    async () => {
      const { body } = await send({ path: '/.well-known/authzen-configuration' });
      const members = Object.entries(body as object);
      return members.every(([name, value]) => !name.startsWith('search_') && value !== null && value.length !== 0);
    },
  ],
];

function semantic(evaluations_semantic: string): object {
  return { options: { evaluations_semantic } };
}

const HEAD = `# AuthZEN conformance

Written by the run of its checks, \`npm run generate\`; edits here are lost.

The certification scenario of the Authorization API 1.0 is run against the real service, with its database. Subjects are agents,
and resources are registered records. The actions of the scenario are \`read\`, \`write\` and \`delete\`; they are asked here as
\`READ_DATA\` and \`WRITE_DATA\`.

| Level | Claimed |
|---|---|
| Basic: Core | yes |
| Basic: Properties | not claimed: properties that svc does not know change nothing |
| Batch: Core | yes |
| Batch: Properties | not claimed |
| Search | not claimed: there are no search endpoints |
| Discovery | yes, where the public address is https |

| Level | Check | Result |
|---|---|---|
`;

it('passes each check of the levels that are claimed, and the page tells it', async () => {
  const rows: string[] = [];
  for (const [level, what, how] of CHECKS) rows.push(`| ${level} | ${what} | ${(await how()) ? 'passes' : 'FAILS'} |`);
  expect(rows.filter((row) => row.endsWith('FAILS |'))).toEqual([]);
  await expect(`${HEAD}${rows.join('\n')}\n`).toMatchFileSnapshot(`${ROOT}/docs/reference/conformance.md`);
});
