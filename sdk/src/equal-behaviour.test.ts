// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: this client and the one in Python do the same. Both run the data in test/clients: a change of one alone is
 * red in the other. See python/tests/test_equal_behaviour.py.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answers, type Behaviour, cuts, cutsHalfway, hangs, hangsHalfway, startFaultyServer } from '#harness/faulty';
import { type AttemptReport, createClient, type Decision, type EventRequest, verifyWebhook } from './index.ts';
import { callDigest } from './tools/call-key.ts';
import { describedAction } from './tools/context.ts';
import { refusalMessage } from './tools/index.ts';

const read = <Data>(name: string): Data =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../test/clients', `${name}.json`), 'utf8')) as Data;

type Given =
  | 'cut'
  | 'cutHalfway'
  | 'hang'
  | 'hangHalfway'
  | { status: number; body?: unknown; with?: object; without?: string[]; headers?: Record<string, string> };

interface Case {
  name: string;
  options?: { retries?: number; timeoutMs?: number; failMode?: 'open' | 'closed' };
  call: { method: string; options?: { idempotencyKey?: string; failMode?: 'open' | 'closed'; timeoutMs?: number } };
  answers: Given[];
  expect: { decision?: object; absent?: string[]; error?: object; ran?: number };
  requests?: number;
  keys?: number;
  sentKeys?: string[];
  paths?: string[];
  retryInMs?: (number | null)[];
}

const { base, action, mcp, cases } = read<{
  base: Decision;
  action: EventRequest;
  mcp: { tool: string };
  cases: Case[];
}>('calls');

const FAULTS: Readonly<Record<string, Behaviour>> = {
  ...{ cut: cuts, cutHalfway: cutsHalfway, hang: hangs, hangHalfway: hangsHalfway },
};

function behaviourOf(given: Given): Behaviour {
  if (typeof given === 'string') return FAULTS[given] ?? cuts;
  const made: Record<string, unknown> = { ...base, ...given.with };
  for (const name of given.without ?? []) delete made[name];
  return answers(given.status, given.with === undefined ? (given.body ?? '') : made, given.headers);
}

describe('a call', () => {
  it.each(cases)('$name', async (one) => {
    const [first = { status: 500 }, ...others] = one.answers;
    const server = await startFaultyServer(behaviourOf(first), ...others.map(behaviourOf));
    const reports: AttemptReport[] = [];
    const client = createClient({
      ...{ apiKey: 'key_live_x', baseUrl: server.baseUrl, backoffMs: 1, timeoutMs: 5_000, ...one.options },
      onAttempt: (report) => reports.push(report),
    });
    let ran = 0;
    const count = () => {
      ran += 1;
    };
    const call = (): Promise<unknown> => {
      const { method, options } = one.call;
      if (method === 'decide') return client.decide(action, options);
      if (method === 'getDecision') return client.getDecision(base.id);
      if (method === 'waitForDecision') return client.waitForDecision(base.id, options);
      if (method === 'gateway.http') return client.gateway.http(action);
      if (method === 'gateway.mcp') return client.gateway.mcp(mcp);
      return client.guard(action, count, options);
    };
    const ended = await call().catch((error: unknown) => error);
    await server.stop();
    const { decision, absent = [], error } = one.expect;
    if (error !== undefined) expect(ended).toMatchObject(error);
    else expect(ended).not.toBeInstanceOf(Error);
    if (decision !== undefined) expect(ended).toMatchObject(decision);
    for (const name of absent) expect(ended).not.toHaveProperty(name);
    if (one.expect.ran !== undefined) expect(ran).toBe(one.expect.ran);
    if (one.requests !== undefined) expect(server.seen).toHaveLength(one.requests);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    if (one.keys !== undefined) expect(new Set(keys).size).toBe(one.keys);
    if (one.sentKeys !== undefined) expect(keys).toEqual(one.sentKeys);
    if (one.paths !== undefined) expect(server.seen.map(({ path }) => path)).toEqual(one.paths);
    if (one.retryInMs !== undefined) expect(reports.map(({ retryInMs }) => retryInMs)).toEqual(one.retryInMs);
    expect(JSON.stringify([ended, String(ended), reports])).not.toMatch(/secret CPF|key_live_x/);
  });
});

describe('a call of a tool', () => {
  const { digests, contexts, refusals } = read<{
    digests: { session: string; tool: string; input: unknown; action: EventRequest; digest: string }[];
    contexts: { tool: string; input: unknown; action: EventRequest; session?: string; described: object }[];
    refusals: { decision: Decision & { degraded: false }; refusal: null; message: string }[];
  }>('tools');

  it.each(digests)('has the digest $digest', ({ session, tool, input, action: act, digest }) => {
    expect(callDigest(session, tool, input, act)).toBe(digest);
  });

  it.each(contexts)('of $tool is told to people', ({ described, session, ...call }) => {
    expect(describedAction(call, session === undefined ? {} : { session })).toEqual(described);
  });

  it.each(refusals)('that is refused is told to the model: $message', ({ decision, refusal, message }) => {
    expect(refusalMessage(decision, refusal)).toBe(message);
  });
});

interface Delivery {
  name: string;
  body: string;
  header: string | null;
  secrets: string | string[];
  nowSeconds: number;
  toleranceSeconds: number;
  valid: boolean;
}

it.each(read<{ deliveries: Delivery[] }>('signatures').deliveries)('a delivery: $name', (one) => {
  const options = { now: new Date(one.nowSeconds * 1_000), toleranceSeconds: one.toleranceSeconds };
  expect(verifyWebhook(one.body, one.header, one.secrets, options)).toBe(one.valid);
});

describe('options', () => {
  const { addresses, keys } = read<{
    addresses: { given: string; baseUrl?: string; error?: string }[];
    keys: { given: string; sent?: string; error?: true }[];
  }>('options');

  it.each(addresses)('take or refuse the address $given', async ({ given, baseUrl, error }) => {
    const seen: string[] = [];
    const fetch = async (url: string) => {
      seen.push(url);
      return Response.json({ ...base });
    };
    const asked = async () => createClient({ apiKey: 'k', baseUrl: given, fetch }).decide(action);
    if (error === undefined) await asked();
    else await expect(asked()).rejects.toThrow(error);
    expect(seen).toEqual(error === undefined ? [`${baseUrl}/v1/events`] : []);
  });

  it.each(keys)('take or refuse the key $given', async ({ given, sent }) => {
    const seen: unknown[] = [];
    const fetch = async (_url: string, init: RequestInit) => {
      seen.push(new Headers(init.headers).get('authorization'));
      return Response.json({ ...base });
    };
    const asked = async () => createClient({ apiKey: given, baseUrl: 'http://svc.example', fetch }).decide(action);
    if (sent === undefined) await expect(asked()).rejects.toThrow(TypeError);
    else await asked();
    expect(seen).toEqual(sent === undefined ? [] : [`Bearer ${sent}`]);
  });
});
