// SPDX-License-Identifier: Apache-2.0
/**
 * Members that nothing stores may hold any JSON string; stored and shown ones are plain text. Names are looked up as
 * they are, so that rows from before these rules keep working.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, acme, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());
/** The policy routes take 60 requests a minute. */
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(service.baseUrl, path, { body, headers });

const UNUSUAL = ['\0', '\ud800', '\udfff\ud800', 'a\0b', '\u202e\u0007\u009b\u2028'];

describe('what nothing stores', () => {
  it.each(UNUSUAL)('may hold %j: content, body, arguments and metadata', async (text) => {
    const { action: _action, ...subject } = PLAIN_ACTION;
    const any = { [text]: [text, { a: text }] };
    const answers = await Promise.all([
      post('/v1/events', { ...PLAIN_ACTION, content: text }),
      post('/v1/gateway/http', { ...PLAIN_ACTION, content: text, body: any }),
      post('/v1/gateway/mcp', { ...subject, tool: 'get_x', content: text, arguments: any }),
      post('/v1/policies/test', { cases: [{ name: 'a', input: { ...PLAIN_ACTION, metadata: any } }] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it.each(['\0', '\ud800'])('is scanned whatever stands before the finding: %j', async (text) => {
    for (const content of [`${text} CPF 529.982.247-25`, `${text.repeat(9_000)} CPF 529.982.247-25 ${text}`]) {
      const { body } = await post('/v1/events', { ...PLAIN_ACTION, content });
      expect(body.dlpFindings).toEqual(['CPF']);
    }
  });

  it.each<[string, unknown, unknown]>([
    ['/v1/events', { content: '\ud800' }, { content: '\udfff' }],
    ['/v1/events', { content: '\ud800' }, { content: '\\ud800' }],
    ['/v1/events', { content: '\ud800' }, { content: '"\\ud800"' }],
    ['/v1/gateway/http', { body: { '\ud800': 1 } }, { body: { '\udfff': 1 } }],
    ['/v1/gateway/http', { body: ['\ud800'] }, { body: ['\ufffd'] }],
  ])('tells a retry from another request on %s: %j and %j', async (path, one, other) => {
    const headers = { 'idempotency-key': `any-${Math.random()}` };
    const first = await post(path, { ...PLAIN_ACTION, ...(one as object) }, headers);
    const again = await post(path, { ...PLAIN_ACTION, ...(one as object) }, headers);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
    const different = await post(path, { ...PLAIN_ACTION, ...(other as object) }, headers);
    expect(different.body.error).toBe('idempotency_key_reused');
  });

  it('has no exception for its neighbours', async () => {
    for (const field of ['agent', 'resource', 'action', 'destination']) {
      for (const text of ['\0', '\ud800']) {
        const { status, body } = await post('/v1/events', { ...PLAIN_ACTION, [field]: text, content: text });
        expect(status).toBe(400);
        expect(body.message).toMatch(/U\+0000 or half of a surrogate pair, which only content, body/);
      }
    }
  });
});

const IN_NO_NAME = ['\u001b', '\u0007', '\n', '\t', '\u007f', '\u0080', '\u009b', '\u2028'];
const IN_NO_TEXT = ['\u001b', '\r', '\u000b', '\u009f', '\u007f'];
const TURNING = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'];

describe('what is stored or shown', () => {
  const policy = { name: 'p', action: 'READ', decision: 'ALLOW' };
  const apply = (change: object) => post('/v1/policies/apply', { dryRun: true, policies: [{ ...policy, ...change }] });

  it.each([...IN_NO_NAME, ...TURNING])('holds no %j in the name of a policy, a test case and a tool', async (text) => {
    const { action: _action, ...subject } = PLAIN_ACTION;
    const name = `a${text}b`;
    const answers = await Promise.all([
      apply({ name }),
      post('/v1/policies/test', { policies: [{ ...policy, name }], cases: [] }),
      post('/v1/policies/test', { cases: [{ name, input: PLAIN_ACTION }] }),
      post('/v1/gateway/mcp', { ...subject, tool: name }),
    ]);
    const fields = ['policies[0].name', 'policies[0].name', 'cases[0].name', 'tool'];
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(400);
      expect(body.fields?.[fields[index] ?? '']).toMatch(/must be one line without control characters/);
    }
  });

  it.each([...IN_NO_TEXT, ...TURNING])('holds no %j in a description', async (text) => {
    const { status, body } = await apply({ description: `a${text}b` });
    expect(status).toBe(400);
    expect(body.fields?.['policies[0].description']).toMatch(/line feeds and tabs/);
  });

  it('may hold line feeds and tabs in a description, and any other letter in a name', async () => {
    const { status } = await apply({ name: 'Política №1 – 客户 😀 \u200d', description: 'a\n\tb' });
    expect(status).toBe(200);
  });

  it.each([
    `name: ${ACME}`,
    'name: Olivia Owner',
    'name: customers',
    'name: reader-bot',
    'name: live',
    'name: Review customer exports',
  ])('is plain in a provisioning file too: %s', async (named) => {
    for (const written of ['\\u202E', '\\x1B', '\\u2066', '\\x9B']) {
      const file = acme().replace(named, `name: "a${written}b"`);
      await expect(service.provision(file)).rejects.toThrow(/direction of text/);
    }
  });

  it('is plain in the descriptions of a provisioning file', async () => {
    const described = (text: string) => acme().replace('name: orders,', `name: orders, description: "a${text}b",`);
    await expect(service.provision(described('\\u202E'))).rejects.toThrow(/line feeds and tabs/);
    await service.provision(described('\\n\\t'));
  });
});

it('rows from before these rules keep working', async () => {
  await readRows(service.database, "UPDATE svc.agents SET name = E'old\\u202Ebot\\u001b' WHERE name = 'reader-bot'");
  await readRows(
    service.database,
    `UPDATE svc.policy_revisions SET name = E'old\\u202Ename', spec = spec || '{"name":"old\\u202ename"}'
     WHERE name LIKE 'Block deleting%'`,
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
  const decided = await post('/v1/events', { agent: 'old\u202ebot\u001b', resource: 'orders', action: 'READ_DATA' });
  expect(decided.status).toBe(200);
  const applied = await post('/v1/policies/apply', { policies: [{ name: 'n', action: 'READ', decision: 'ALLOW' }] });
  expect(applied.status).toBe(200);
  const listed = await call<{ policies: { name: string }[] }>(service.baseUrl, '/v1/policies');
  expect(listed.status).toBe(200);
  expect(listed.body.policies.map(({ name }) => name)).toContain('old\u202ename');
});
