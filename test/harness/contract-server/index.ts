// SPDX-License-Identifier: Apache-2.0
/**
 * A server of the contract that is not this service. Its answers hold the fields of the contract and no other, or are
 * changed by the test.
 */
import { answers, type FaultyServer, startFaultyServer } from '../faulty/index.ts';

const EVENT = '018f0000-0000-7000-8000-000000000001';
const POLICY = '018f0000-0000-7000-8000-000000000002';

/** A decision with all fields that the contract requires, and none that it does not know. */
export const ALLOWED = {
  id: EVENT,
  decision: 'ALLOW',
  finalDecision: 'ALLOW',
  evaluatedDecision: 'ALLOW',
  monitored: false,
  riskLevel: 'LOW',
  riskScore: 10,
  reasons: [] as string[],
  policy: null as object | null,
  dlpFindings: [] as string[],
  lgpdCategories: [] as string[],
  review: null as object | null,
  quotaExceeded: false,
  sandbox: false,
  contentScanned: false as boolean | null,
  actionDigest: `sha256:${'0'.repeat(64)}` as string | null,
  redemption: { status: 'OPEN', redeemableUntil: '2031-01-01T00:00:00.000Z', redeemedAt: null } as object | null,
  outcome: null as object | null,
  context: null as object | null,
};

const REDEEMED = {
  ...ALLOWED,
  redemption: { ...ALLOWED.redemption, status: 'REDEEMED', redeemedAt: '2030-01-01T00:00:00.000Z' },
};

const REPORTED = {
  status: 'SUCCEEDED',
  recordsAffected: null,
  code: null,
  source: 'REPORTED',
  reportedAt: '2030-01-01T00:00:01.000Z',
  amendedAt: null,
  exceedsStated: false,
};

export const REVIEWED = {
  ...ALLOWED,
  decision: 'REVIEW',
  finalDecision: 'REVIEW',
  evaluatedDecision: 'REVIEW',
  reasons: ['A person has to look at it.'],
  policy: { id: POLICY, name: 'a' },
  redemption: null,
  review: { status: 'PENDING', expiresAt: '2031-01-01T00:00:00.000Z', decidedAt: null, note: null },
};

type Body = Record<string, unknown>;
type Answers = Readonly<Record<string, unknown>>;

/** By method and path. The list of policies holds one with the required fields alone. */
export const CONTRACT_ANSWERS: Answers = {
  'GET /v1/events/{id}': ALLOWED,
  'POST /v1/events': ALLOWED,
  'POST /v1/events/{id}/redeem': REDEEMED,
  'POST /v1/events/{id}/outcome': { ...REDEEMED, outcome: REPORTED },
  'POST /v1/gateway/http': { ...ALLOWED, gateway: { protocol: 'HTTP', proxied: false, upstream: null } },
  'POST /v1/gateway/mcp': {
    ...ALLOWED,
    gateway: { protocol: 'MCP', tool: 'listOrders', mappedAction: 'READ_DATA', allowed: true },
  },
  'GET /v1/policies': {
    apiVersion: 'svc/v1',
    policies: [
      { id: POLICY, updatedAt: '2030-01-01T00:00:00.000Z', name: 'a', action: 'EXPORT', decision: 'BLOCK' },
      { id: EVENT, updatedAt: '2030-01-01T00:00:00.000Z', name: 'gone', action: 'READ', decision: 'ALLOW' },
    ],
  },
  'POST /v1/policies/apply': { dryRun: true, changes: [{ name: 'a', op: 'update' }] },
  'GET /v1/budgets': {
    apiVersion: 'svc/v1',
    budgets: [
      {
        ...{ id: POLICY, updatedAt: '2030-01-01T00:00:00.000Z', name: 'b', measure: 'COUNT', limit: 3 },
        ...{ window: 'DAY', per: 'AGENT', action: 'EXPORT', onExceed: 'REVIEW' },
      },
    ],
  },
  'POST /v1/budgets/apply': { dryRun: true, changes: [{ name: 'b', op: 'update' }] },
  'GET /v1/tool-rules': {
    apiVersion: 'svc/v1',
    toolRules: [{ id: POLICY, name: 'r', rules: [], unlisted: 'DENY', updatedAt: '2030-01-01T00:00:00.000Z' }],
  },
  'POST /v1/tool-rules/apply': { dryRun: true, changes: [{ name: 'r', op: 'update' }] },
  'POST /v1/policies/test': {
    results: [
      {
        name: 'case',
        decision: 'REVIEW',
        matchedPolicy: null,
        riskScore: 10,
        riskLevel: 'LOW',
        reasons: [],
        pass: true,
      },
    ],
  },
};

/** Every object of an answer with fields that no client knows. */
export function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as Body).map(([name, field]) => [name, withUnknownFields(field)] as const);
  return { ...Object.fromEntries(fields), novel: { of: [1, null] }, 'novel-too': null };
}

/** Every variant of an answer in which one value, at any depth, is null or of another type. */
export function* spoiled(value: unknown): Generator<unknown> {
  for (const other of [null, 'text', 7, true, [], {}, [null]]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    for (const variant of spoiled(field)) {
      yield Array.isArray(value)
        ? value.map((item: unknown, index) => (String(index) === name ? variant : item))
        : { ...value, [name]: variant };
    }
  }
}

export async function startContractServer(given: Answers = CONTRACT_ANSWERS): Promise<FaultyServer> {
  return await startFaultyServer((request, response) => {
    const path = request.path.replace(/\?.*$/, '').replace(/^\/v1\/events\/[^/]+/, '/v1/events/{id}');
    const body = given[`${request.method} ${path}`];
    const known = body !== undefined;
    answers(known ? 200 : 404, known ? body : { message: `Cannot ${request.method} ${path}` })(request, response);
  });
}
