// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a change or a list of many large policies leaves the event loop to others between any few of them. */
import type { PolicyListResponse, PolicyRestored } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AUDIT_SLICE_BYTES_MAX, LONG_POLICIES_IN_ONE_TURN_MAX } from '#harness/bounds';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = 24;
const LONG = 100_000;
/** By a clock on which each reading takes this long, so that it makes no difference how fast the machine is. */
const READING_MS = 2;

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  const agentIds = Array.from({ length: 4_500 }, (_, at) => `agent-${String(at).padStart(30, '0')}`);
  for (let at = 0; at < POLICIES; at += 1) {
    const policy = { name: `long ${at}`, action: 'READ', decision: 'BLOCK', condition: { agentIds } };
    expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [policy] } })).status).toBe(200);
  }
});
afterAll(() => service.stop());

/** Counts the long texts that one turn of the event loop reads, and the bytes of entries that one statement inserts. */
async function measured<Result>(work: () => Promise<Result>) {
  const parse = JSON.parse.bind(JSON);
  let [isRunning, inTurn, read, readInOneTurn] = [true, 0, 0, 0];
  const begin = () => {
    inTurn = 0;
    if (isRunning) setImmediate(begin);
  };
  setImmediate(begin);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + read * READING_MS);
  const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length > LONG) {
      [read, inTurn] = [read + 1, inTurn + 1];
      readInOneTurn = Math.max(readInOneTurn, inTurn);
    }
    return parse(text, reviver);
  });
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const inserted = queries.mock.calls.flatMap(([asked]) => {
      const { text = '', values = [] } = asked as unknown as { text?: string; values?: Buffer[] };
      return text.includes('INSERT INTO svc.audit_entries')
        ? [values.reduce((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0)]
        : [];
    });
    return { result, read, readInOneTurn, inserted };
  } finally {
    isRunning = false;
    parsing.mockRestore();
    clock.mockRestore();
    queries.mockRestore();
  }
}

it('GET /v1/policies', async () => {
  const list = await measured(() => call<PolicyListResponse>(service.baseUrl, '/v1/policies'));
  expect(list.result.body.policies.filter(({ name }) => name.startsWith('long'))).toHaveLength(POLICIES);
  expect(list.read).toBeGreaterThanOrEqual(POLICIES);
  expect(list.readInOneTurn).toBeLessThanOrEqual(LONG_POLICIES_IN_ONE_TURN_MAX);
});

it('an apply that deletes all, and the version that brings them back', async () => {
  const before = (await readAuditEntries(service.database, ACME)).length;
  const body = { policies: [], prune: true };
  const applied = await measured(() => call(service.baseUrl, '/v1/policies/apply', { body }));
  expect(applied.result.status).toBe(200);
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const list = await owner.call<{ items: { number: number }[] }>('/policy-versions');
  const [, earlier] = list.body.items;
  const restored = await measured(() =>
    owner.call<PolicyRestored>(`/policy-versions/${earlier?.number}/restore`, { body: {} }),
  );
  expect(restored.result.status).toBe(200);
  expect(restored.result.body.changes.length).toBeGreaterThanOrEqual(POLICIES);
  for (const { read, readInOneTurn, inserted } of [applied, restored]) {
    expect(read).toBeGreaterThanOrEqual(POLICIES);
    expect(readInOneTurn).toBeLessThanOrEqual(LONG_POLICIES_IN_ONE_TURN_MAX);
    expect(inserted.length).toBeGreaterThan(POLICIES / 4);
    expect(Math.max(...inserted)).toBeLessThan(AUDIT_SLICE_BYTES_MAX);
  }
  const deleted = (await readAuditEntries(service.database, ACME)).slice(before);
  expect(deleted.filter(({ kind }) => kind === 'policy.deleted').length).toBeGreaterThanOrEqual(POLICIES);
});
