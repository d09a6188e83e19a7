// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its outgoing calls are led to a stand-in.
 * No input causes a 5xx, a hang, a stored or logged piece of it, or an answer outside of the contract.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { acmeWithRoutes, ROUTES as GATEWAY_ROUTES } from '#harness/service/gateways.ts';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

/** Replaces every good string of a request. */
const MARKER = 'MARKER-5f3759df';
const RUNS = amount(60, 1_000);

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => reply.end(request.path + request.body));
  const egress = { resolver: async () => ['127.0.0.1'] };
  service = await startTestService({ provisioning: acmeWithRoutes(upstream), egress });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

const EVENT = { ...PLAIN_ACTION, destination: 'INTERNAL', recordsAffected: 1, content: 'ola' };
const POLICY = {
  name: 'p',
  description: 'd',
  enabled: true,
  action: 'READ',
  resource: 'ANY',
  condition: {
    allOf: [{ minRecords: 1 }, { anyOf: [{ agentIds: ['a'] }, { dlpTypes: ['CPF'] }] }],
    destination: 'EXTERNAL',
  },
  decision: 'REVIEW',
  mode: 'MONITOR',
  approverRoles: ['OWNER'],
};
const CASE = {
  name: 'c',
  input: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' },
  expect: { decision: 'ALLOW' },
};

const FORWARDED = { ...EVENT, routeId: GATEWAY_ROUTES.crm, path: '/a?b=c', method: 'POST', body: { a: [1, 'b'] } };
const { action: _action, ...SUBJECT } = EVENT;
const TOOL = { ...SUBJECT, routeId: GATEWAY_ROUTES.tools, tool: 'get_x', arguments: { a: [1, { b: 'c' }] } };

const ROUTES: [path: string, body: object][] = [
  ['/v1/events', EVENT],
  ['/v1/gateway/http', FORWARDED],
  ['/v1/gateway/mcp', TOOL],
  ['/v1/policies/apply', { policies: [POLICY], prune: false, dryRun: true }],
  ['/v1/policies/test', { policies: [POLICY], cases: [CASE] }],
  ['/public/contact', { name: 'n', email: 'a@example.com', company: 'c', message: 'm' }],
];

/** Values that have broken other programs. */
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1e308,
    Number('9007199254740993'),
    0.1,
    '',
    ' ',
    MARKER,
    `${MARKER}'; DROP TABLE svc.events; --`,
    `${MARKER}\u202e\u0007`,
    `\u{1F600}${MARKER}`,
    '__proto__',
    'constructor',
    `$\{7*7}`,
    '../../etc/passwd',
    'READ_DATA',
    'ANY',
    `${MARKER}${'x'.repeat(70_000)}`,
    [],
    {},
    [[[[[]]]]],
    Array.from({ length: 3_000 }, () => MARKER),
    { $ref: MARKER },
    { toString: MARKER, valueOf: MARKER },
  ),
  fc.string({ unit: 'binary', maxLength: 50 }).map((text) => `${MARKER}${text}\0\ud800`),
  fc.jsonValue({ maxDepth: 4 }),
);

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

/** A copy with the value at the path replaced, or a field added beside it. */
function mutated(value: unknown, path: Path, replacement: unknown, how: 'replace' | 'remove' | 'add'): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return how === 'replace' ? replacement : value;
  if (value === null || typeof value !== 'object') return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length > 0) copy[key] = mutated(copy[key], rest, replacement, how);
  else if (how === 'remove') delete copy[key];
  else if (how === 'add') copy[`${String(key)}2`] = replacement;
  else copy[key] = replacement;
  return copy;
}

/** A decision is about the name of its tool: it is recorded. */
const isRecorded = (where: Path): boolean => where[0] === 'tool';
const withoutMarker = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(MARKER, 'unmarked'));

/** Rates are counted in rows, except on these routes. */
const isUncounted = (path: string): boolean => path === '/v1/events' || path.startsWith('/v1/gateway/');

let requests = 0;

async function send(
  path: string,
  options: { body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string> },
) {
  requests += 1;
  // Each has a key of its own, so that requests are compared as well.
  const headers = { 'idempotency-key': `hostile-${requests}`, ...options.headers };
  const answer = await call(service.baseUrl, path, { method: 'POST', ...options, headers });
  expect(answer.status).toBeLessThan(500);
  expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
  return answer;
}

describe.each(ROUTES)('POST %s', (path, body) => {
  const paths = pathsOf(body);

  it('answers every mutation of a good body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        hostileValue,
        fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
        async (where, value, how) => {
          if (!isUncounted(path)) await readRows(service.database, 'DELETE FROM svc.rate_windows');
          await send(path, { body: mutated(body, where, isRecorded(where) ? withoutMarker(value) : value, how) });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('answers damaged bytes', async () => {
    const good = Buffer.from(JSON.stringify(body));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 }), fc.boolean(), async (at, byte, cut) => {
        if (!isUncounted(path)) await readRows(service.database, 'DELETE FROM svc.rate_windows');
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        await send(path, { raw: cut ? bytes.subarray(0, at) : bytes });
      }),
      { numRuns: RUNS },
    );
  });

  it('answers texts that JSON lets through and few expect', async () => {
    const texts = [
      '1e400',
      '-1e400',
      '1e-400',
      '-0',
      '12345678901234567890.10',
      '{"__proto__":{"a":1}}',
      '"\\ud83d\\ude00"',
    ];
    for (const where of paths.filter((one) => one.length > 0)) {
      for (const text of texts) {
        if (!isUncounted(path)) await readRows(service.database, 'DELETE FROM svc.rate_windows');
        await send(path, { raw: JSON.stringify(mutated(body, where, 'HERE', 'replace')).replace('"HERE"', text) });
      }
    }
    const twice = JSON.stringify(body).replace(/^\{("[^"]+"):/, '{$1:[],$1:');
    for (const raw of [`\ufeff${JSON.stringify(body)}`, ` \n${JSON.stringify(body, null, 4)}\t\r\n`, twice]) {
      await send(path, { raw });
    }
  });

  it('answers what is as large and as deep as it may be', async () => {
    const bodies = [
      `[${'1,'.repeat(100_000)}1]`,
      `{${Array.from({ length: 9_000 }, (_, index) => `"field${index}":${index}`).join(',')}}`,
      `{"policies":[${'{},'.repeat(60_000)}{}]}`,
      `{"policies":[{"name":"p","action":"READ","decision":"ALLOW","condition":{"allOf":[${'{"x":1},'.repeat(20_000)}{}]}}]}`,
      `{"cases":[${'{},'.repeat(60_000)}{}]}`,
      `${'{"allOf":['.repeat(60)}{}${']}'.repeat(60)}`,
      `{"content":"${'\\u00e9'.repeat(30_000)}"}`,
      `{"arguments":{"a":[${'1e400,'.repeat(30_000)}1]},"tool":1}`,
    ];
    for (const raw of bodies) {
      await readRows(service.database, 'DELETE FROM svc.rate_windows');
      expect([400, 413]).toContain((await send(path, { raw })).status);
    }
  });
});

it('answers any headers', async () => {
  const text = fc.string({ maxLength: 300 }).map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''));
  const names = fc.constantFrom(
    'authorization',
    'x-api-key',
    'idempotency-key',
    'x-request-id',
    'x-forwarded-for',
    'accept',
  );
  await fc.assert(
    fc.asyncProperty(names, text, async (name, value) => {
      await send('/v1/events', { body: EVENT, headers: { [name]: value } });
    }),
    { numRuns: RUNS },
  );
});

it('has logged and stored none of it', async () => {
  expect(service.logged()).not.toContain(MARKER);
  for (const table of ['events', 'audit_entries', 'idempotency_records', 'policy_revisions', 'reviews']) {
    const rows = await readRows(service.database, `SELECT t::text AS row FROM svc.${table} t`);
    expect(JSON.stringify(rows).includes(MARKER)).toBe(false);
  }
});
