// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a grant and a budget change a decision by their rules alone, and a budget only ever tightens it. */
import type { BudgetSpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { type BudgetRule, type Counter, compileBudgets } from '../budgets/index.ts';
import { type DecisionInput, type DecisionResult, decide } from '../decision/index.ts';
import type { GrantRule } from '../grants/index.ts';
import { compilePolicies } from '../policy/index.ts';
import { settle, settleApproval, settleOutcome, standingOf } from './index.ts';

const AT_MS = Date.UTC(2026, 10, 18, 13);
const AGENT = '018f0000-0000-7000-8000-000000000001';
const RESOURCE = '018f0000-0000-7000-8000-000000000002';
const POLICY = '018f0000-0000-7000-8000-000000000003';
const SETTINGS = {
  enforcement: 'ENFORCE',
  riskReviewAt: 100,
  riskBlockAt: 100,
  timeZone: 'America/Sao_Paulo',
} as const;
const REVIEW_EXPORTS = {
  id: POLICY,
  name: 'Exports',
  action: 'EXPORT',
  decision: 'REVIEW',
  approvals: { grants: true },
};

const input = (over: Partial<DecisionInput> = {}): DecisionInput => ({
  agent: { id: AGENT, name: 'billing-bot', status: 'ACTIVE', permissions: null },
  resource: { id: RESOURCE, name: 'customers', classification: 'INTERNAL' },
  action: 'EXPORT_DATA',
  destination: 'INTERNAL',
  recordsAffected: 10,
  findings: ['EMAIL'],
  containsSensitiveData: null,
  hasOpenAnomaly: false,
  atMs: AT_MS,
  settings: SETTINGS,
  policies: compilePolicies([REVIEW_EXPORTS as never]),
  ...over,
});
const NO_POLICY = { policies: compilePolicies([]) };
const budget = (over: Partial<BudgetSpec> = {}, id = 'b1'): BudgetRule => ({
  id,
  spec: {
    ...{ name: `Budget ${id}`, measure: 'COUNT', limit: 3, window: 'DAY', per: 'ORGANIZATION', action: 'ANY' },
    ...{ resource: null, onExceed: 'REVIEW' },
    ...over,
  } as BudgetSpec,
  series: 1,
  sinceMs: 0,
  raised: null,
});
const grant = (over: Partial<GrantRule> = {}): GrantRule => ({
  id: 'g1',
  agentId: AGENT,
  action: 'EXPORT_DATA',
  resourceId: RESOURCE,
  destination: 'INTERNAL',
  call: null,
  dlpTypes: ['EMAIL'],
  recordsAffectedMax: 10,
  policyId: POLICY,
  untilMs: AT_MS + 1,
  usesMax: 2,
  ...over,
});

interface World {
  budgets?: readonly BudgetRule[];
  grants?: readonly GrantRule[];
  used?: Readonly<Record<string, number>>;
  sandbox?: boolean;
}
/** Counts are given by the id of their budget or grant. */
function settled(given: Partial<DecisionInput>, { budgets = [], grants = [], used = {}, sandbox = false }: World) {
  const facts = input(given);
  const asked = decide(facts);
  const act = {
    ...{ agentId: facts.agent.id, action: facts.action, resourceId: RESOURCE, destination: facts.destination },
    ...{ recordsAffected: facts.recordsAffected, call: null, sandbox, hasOpenAnomaly: facts.hasOpenAnomaly },
    ...{ atMs: facts.atMs, timeZone: SETTINGS.timeZone },
  };
  const standing = standingOf(asked, act, { grants, budgets: compileBudgets(budgets) });
  if (standing === null) return { asked, result: asked, spends: [] };
  const usedOf = ({ of }: Counter) => used[of] ?? 0;
  return { asked, ...settle(asked, standing, usedOf, facts.settings.enforcement === 'MONITOR') };
}
const words = ({ decision, evaluatedDecision, cause }: DecisionResult) => [decision, evaluatedDecision, cause.by];

describe('a budget', () => {
  it('lets the last through, and nothing after it', () => {
    const world = (b1: number) => ({ budgets: [budget()], used: { b1 } });
    expect(words(settled(NO_POLICY, world(2)).result)).toEqual(['ALLOW', 'ALLOW', 'NOTHING']);
    const { result, spends } = settled(NO_POLICY, world(3));
    expect(words(result)).toEqual(['REVIEW', 'REVIEW', 'BUDGET']);
    expect(result).toMatchObject({ policy: null, budget: { id: 'b1', limit: 3, used: 3 } });
    expect(result.budget?.resetsAt).toBe('2026-11-19T03:00:00.000Z');
    expect(spends).toEqual([]);
  });

  it('of records fits exactly, and has no room for an act that tells none', () => {
    const budgets = [budget({ measure: 'RECORDS', limit: 30 })];
    expect(settled(NO_POLICY, { budgets, used: { b1: 20 } }).spends).toMatchObject([{ amount: 10 }]);
    expect(settled(NO_POLICY, { budgets, used: { b1: 21 } }).result.decision).toBe('REVIEW');
    expect(settled({ ...NO_POLICY, recordsAffected: null }, { budgets }).result.decision).toBe('REVIEW');
  });

  it('is counted in none when one of two has no room, and the strictest decides', () => {
    const budgets = [budget({}, 'b1'), budget({ onExceed: 'BLOCK', limit: 1 }, 'b2'), budget({}, 'b3')];
    expect(settled(NO_POLICY, { budgets, used: { b2: 1 } })).toMatchObject({
      spends: [],
      result: { decision: 'BLOCK' },
    });
    const both = settled(NO_POLICY, { budgets, used: { b1: 3, b2: 1, b3: 3 } });
    expect(both.result.budget?.id).toBe('b2');
    expect(
      settled(NO_POLICY, { budgets })
        .spends.map(({ counter }) => counter.of)
        .sort(),
    ).toEqual(['b1', 'b2', 'b3']);
  });

  it('is not asked where a policy asks, or blocks', () => {
    expect(settled({}, { budgets: [budget()], used: { b1: 9 } }).result.cause.by).toBe('POLICY');
  });

  it('that is monitored counts on, and moves the evaluated decision', () => {
    const budgets = [budget({ mode: 'MONITOR' })];
    const { result, spends } = settled(NO_POLICY, { budgets, used: { b1: 3 } });
    expect(words(result)).toEqual(['ALLOW', 'REVIEW', 'NOTHING']);
    expect(result.cause.underFullEnforcement).toEqual({
      decision: 'REVIEW',
      by: 'BUDGET',
      policy: null,
      threshold: null,
    });
    expect(result.monitored).toBe(true);
    expect(spends).toMatchObject([{ amount: 1 }]);
  });

  it('in an organization in monitor mode does the same', () => {
    const settings = { ...SETTINGS, enforcement: 'MONITOR' } as const;
    const { result, spends } = settled({ ...NO_POLICY, settings }, { budgets: [budget()], used: { b1: 3 } });
    expect(words(result)).toEqual(['ALLOW', 'REVIEW', 'MODE']);
    expect(spends).toHaveLength(1);
  });

  it('that was raised has more room in that window alone', () => {
    const windowStartMs = Date.UTC(2026, 10, 18, 3);
    const raised = [{ ...budget(), raised: { windowStartMs, amount: 2 } }];
    expect(settled(NO_POLICY, { budgets: raised, used: { b1: 4 } }).result.decision).toBe('ALLOW');
    const next = { ...NO_POLICY, atMs: AT_MS + 86_400_000 };
    expect(settled(next, { budgets: raised, used: { b1: 4 } }).result.decision).toBe('REVIEW');
  });
});

describe('a grant', () => {
  it('lets a review through, and spends a use', () => {
    const { result, spends } = settled({}, { grants: [grant()] });
    expect(words(result)).toEqual(['ALLOW', 'ALLOW', 'GRANT']);
    expect(result).toMatchObject({ policy: { id: POLICY }, grant: { id: 'g1', usesLeft: 1 }, approvers: [] });
    expect(spends).toMatchObject([{ amount: 1, counter: { of: 'g1' } }]);
    expect(settled({}, { grants: [grant()], used: { g1: 2 } }).result.decision).toBe('REVIEW');
  });

  it.each<[string, Partial<GrantRule>]>([
    ['another agent', { agentId: RESOURCE }],
    ['another action', { action: 'DELETE_DATA' }],
    ['another resource', { resourceId: AGENT }],
    ['another destination', { destination: null }],
    ['a call', { call: { protocol: 'MCP', routeId: null, method: null, tool: 'export' } }],
    ['other findings', { dlpTypes: ['CPF'] }],
    ['fewer records', { recordsAffectedMax: 9 }],
    ['another policy', { policyId: null }],
    ['the moment before', { untilMs: AT_MS }],
  ])('of %s lets nothing through', (_, bound) => {
    expect(settled({}, { grants: [grant(bound)] }).result.decision).toBe('REVIEW');
  });

  it.each<[string, Partial<DecisionInput>]>([
    ['findings of health', { findings: ['EMAIL', 'HEALTH_DATA'] }],
    ['an open anomaly', { hasOpenAnomaly: true }],
    ['no number of records', { recordsAffected: null }],
    ['a policy that makes none', { policies: compilePolicies([{ ...REVIEW_EXPORTS, approvals: {} } as never]) }],
    ['a block', { policies: compilePolicies([{ ...REVIEW_EXPORTS, decision: 'BLOCK' } as never]) }],
  ])('lets nothing through with %s', (_, given) => {
    const wide = grant({ dlpTypes: ['EMAIL', 'HEALTH_DATA'] });
    expect(settled(given, { grants: [wide] }).result).toEqual(settled(given, {}).result);
  });

  it('lets nothing of the sandbox through', () => {
    expect(settled({}, { grants: [grant()], sandbox: true }).result.decision).toBe('REVIEW');
  });

  it('lifts no review of a budget, and is not spent by it', () => {
    const { result, spends } = settled({}, { grants: [grant()], budgets: [budget()], used: { b1: 3 } });
    expect(words(result)).toEqual(['REVIEW', 'REVIEW', 'BUDGET']);
    expect(result.grant).toBeNull();
    expect(spends).toEqual([]);
  });
});

describe('afterwards', () => {
  const claims = (rules: readonly BudgetRule[]) => {
    const act = { ...input(), resourceId: RESOURCE, sandbox: false, timeZone: SETTINGS.timeZone, call: null };
    const standing = standingOf(
      decide(input(NO_POLICY)),
      { ...act, agentId: AGENT },
      { grants: [], budgets: compileBudgets(rules) },
    );
    return standing?.budgets ?? [];
  };
  it('an approval is counted beyond the limit, unless a budget blocks', () => {
    const full = () => 3;
    expect(settleApproval(claims([budget()]), full, false)).toMatchObject({ refusing: null, spends: [{ amount: 1 }] });
    const blocking = claims([budget({}, 'b1'), budget({ onExceed: 'BLOCK' }, 'b2')]);
    expect(settleApproval(blocking, full, false)).toMatchObject({ refusing: { id: 'b2' }, spends: [] });
    expect(settleApproval(blocking, full, true).refusing).toBeNull();
  });

  it('more records than said are counted, and fewer never less', () => {
    const { counted } = settleApproval(claims([budget({ measure: 'RECORDS', limit: 100 })]), () => 0, false);
    expect(counted).toHaveLength(1);
    expect(settleOutcome(counted, 10, 25)).toMatchObject([{ amount: 15, counter: { of: 'b1', sandbox: false } }]);
    expect(settleOutcome(counted, 10, 9)).toEqual([]);
    expect(settleOutcome(counted, 10, null)).toEqual([]);
  });
});
