// SPDX-License-Identifier: Apache-2.0
/** Guarantee: permission, findings, risk and policies come together on one path, and nothing weakens a refusal. */
import {
  CLASSIFICATIONS,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  POLICY_MODES,
  type PolicyTestCase,
} from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicies, explainPolicy, type IdentifiedPolicy } from '../policy/index.ts';
import { type DecisionInput, decide, type PolicyTestWorld, runPolicyTests } from './index.ts';

const FRIDAY_11_MS = Date.parse('2026-11-20T14:00:00Z');
const policy = (spec: Partial<IdentifiedPolicy>): IdentifiedPolicy => ({
  id: 'p1',
  name: 'policy',
  action: 'ANY',
  decision: 'BLOCK',
  ...spec,
});
const input = (change: Partial<DecisionInput> = {}, policies: IdentifiedPolicy[] = []): DecisionInput => ({
  agent: { id: 'A1', name: 'bot', status: 'ACTIVE', permissions: null },
  resource: { id: 'r1', name: 'customers', classification: 'CUSTOMER_PII' },
  action: 'EXPORT_DATA',
  destination: null,
  recordsAffected: null,
  findings: [],
  containsSensitiveData: null,
  hasOpenAnomaly: false,
  atMs: FRIDAY_11_MS,
  settings: { timeZone: 'America/Sao_Paulo', enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 90 },
  policies: compilePolicies(policies),
  ...change,
});

describe('decide', () => {
  it('answers everything that is recorded', () => {
    const policies = [
      policy({
        id: 'p1',
        name: 'mail and papers',
        decision: 'REVIEW',
        approverRoles: ['MEMBER'],
        condition: { dlpTypes: ['CPF'] },
      }),
      policy({
        id: 'p2',
        name: 'watch',
        mode: 'MONITOR',
        condition: { lgpdCategories: ['CONTACT'], minRiskScore: 55 },
      }),
      policy({ id: 'p3', name: 'never', condition: { dlpTypes: ['API_KEY'] } }),
    ];
    expect(decide(input({ findings: ['EMAIL', 'CPF', 'EMAIL'] }, policies))).toEqual({
      decision: 'REVIEW',
      evaluatedDecision: 'BLOCK',
      monitored: true,
      riskScore: 55,
      riskLevel: 'MEDIUM',
      grant: null,
      budget: null,
      riskFactors: [
        { code: 'ACTION', points: 25, reason: 'The action EXPORT_DATA adds 25 points.' },
        { code: 'RESOURCE', points: 20, reason: 'A resource classified CUSTOMER_PII adds 20 points.' },
        { code: 'CONTENT', points: 10, reason: 'The content holds CPF, EMAIL, which adds 10 points.' },
      ],
      reasons: [
        'The policy "mail and papers" decides REVIEW.',
        'The policy "watch", which is in monitor mode, would decide BLOCK under full enforcement.',
        'The action EXPORT_DATA adds 25 points.',
        'A resource classified CUSTOMER_PII adds 20 points.',
        'The content holds CPF, EMAIL, which adds 10 points.',
      ],
      policy: { id: 'p1', name: 'mail and papers' },
      escalates: true,
      approvals: { count: 1, notAsker: false, validMinutes: null, grants: false },
      approvers: ['MEMBER'],
      matchedPolicyIds: ['p2', 'p1'],
      cause: {
        by: 'POLICY',
        threshold: null,
        underFullEnforcement: {
          decision: 'BLOCK',
          by: 'POLICY',
          policy: { id: 'p2', name: 'watch' },
          threshold: null,
        },
      },
      dlpFindings: ['CPF', 'EMAIL'],
      lgpdCategories: ['IDENTIFICATION', 'CONTACT'],
      facts: {
        agentId: 'A1',
        action: 'EXPORT_DATA',
        classification: 'CUSTOMER_PII',
        destination: null,
        recordsAffected: null,
        dlpTypes: ['CPF', 'EMAIL'],
        lgpdCategories: ['IDENTIFICATION', 'CONTACT'],
        containsSensitiveData: true,
        outsideBusinessHours: false,
        riskScore: 55,
      },
    });
  });

  it('asks policies with the risk score, hours and categories that it computed', () => {
    const saturdayMs = FRIDAY_11_MS + 86_400_000;
    const condition = { minRiskScore: 80, outsideBusinessHours: true, lgpdCategories: ['CREDENTIALS' as const] };
    const blocking = [policy({ condition })];
    expect(decide(input({ atMs: saturdayMs, findings: ['API_KEY'] }, blocking)).policy?.id).toBe('p1');
    expect(decide(input({ findings: ['API_KEY'] }, blocking)).policy).toBeNull();
    expect(decide(input({ atMs: saturdayMs, findings: ['CPF'] }, blocking)).policy).toBeNull();
  });

  it('takes a stated finding for one without a type, and never lets a statement hide what was found', () => {
    const policies = [policy({ condition: { containsSensitiveData: true } })];
    const stated = decide(input({ containsSensitiveData: true }, policies));
    expect(stated).toMatchObject({ decision: 'BLOCK', riskScore: 55, dlpFindings: [], lgpdCategories: [] });
    expect(
      decide(input({ containsSensitiveData: true }, [policy({ condition: { dlpTypes: ['CPF'] } })])).policy,
    ).toBeNull();
    expect(decide(input({ containsSensitiveData: false, findings: ['CPF'] }, policies)).decision).toBe('BLOCK');
    expect(decide(input({ containsSensitiveData: false }, policies)).decision).toBe('ALLOW');
  });

  it('blocks a paused or unpermitted agent in any situation at all', () => {
    const anyPolicy = fc.record({
      action: fc.constant('ANY' as const),
      decision: fc.constantFrom(...DECISIONS),
      mode: fc.constantFrom(...POLICY_MODES),
    });
    const situation = fc.record({
      action: fc.constantFrom(...EVENT_ACTIONS),
      destination: fc.constantFrom(null, ...DESTINATIONS),
      recordsAffected: fc.option(fc.nat(100_000_000)),
      findings: fc.subarray([...DLP_TYPES]),
      hasOpenAnomaly: fc.boolean(),
      classification: fc.constantFrom(...CLASSIFICATIONS),
      status: fc.constantFrom('PAUSED' as const, 'ACTIVE' as const),
      enforcement: fc.constantFrom(...POLICY_MODES),
      thresholds: fc.tuple(fc.nat(100), fc.nat(100)),
      policies: fc.array(anyPolicy, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(situation, ({ classification, status, enforcement, thresholds, policies, ...rest }) => {
        const permissions = status === 'PAUSED' ? null : [];
        const [riskReviewAt, riskBlockAt] = thresholds;
        const result = decide(
          input({
            ...rest,
            agent: { id: 'a', name: 'bot', status, permissions },
            resource: { id: 'r', name: 'r', classification },
            settings: { timeZone: 'UTC', enforcement, riskReviewAt, riskBlockAt },
            policies: compilePolicies(
              policies.map((one, index) => policy({ ...one, id: `${index}`, name: `${index}` })),
            ),
          }),
        );
        expect(result).toMatchObject({ decision: 'BLOCK', evaluatedDecision: 'BLOCK', policy: null });
        expect(result.reasons[0]).toMatch(/is paused|has no permission/);
        expect(result.reasons).toHaveLength(1 + result.riskFactors.length);
      }),
    );
  });

  it('answers facts that explain the decision later', () => {
    const blocking = policy({ condition: { minRecords: 10, agentIds: ['a1'] } });
    const { facts } = decide(input({ recordsAffected: 10 }, [blocking]));
    expect(explainPolicy(blocking, facts).matched).toBe(true);
  });

  it('refuses an unknown zone', () => {
    const settings = { ...input().settings, timeZone: 'Mars/Olympus' };
    expect(() => decide(input({ settings }))).toThrow(RangeError);
  });
});

describe('runPolicyTests', () => {
  const world = (policies: IdentifiedPolicy[]): PolicyTestWorld => {
    const { agent, resource, settings, atMs } = input();
    return {
      agentOf: (name) => (name === agent.name ? agent : undefined),
      resourceOf: (name) => (name === resource.name ? resource : undefined),
      hasOpenAnomaly: () => false,
      settings,
      policies: compilePolicies(policies),
      atMs,
    };
  };
  const testCase = (change: Partial<PolicyTestCase> = {}): PolicyTestCase => ({
    name: 'a case',
    input: { agent: 'bot', action: 'EXPORT_DATA', resource: 'customers' },
    ...change,
  });

  it('answers one result for each case, in order, and null for a case without expectation', () => {
    const run = runPolicyTests(
      [testCase(), testCase({ name: 'second', expect: { decision: 'ALLOW' } })],
      world([policy({})]),
    );
    expect(run.faults).toEqual([]);
    expect(run.results).toEqual([
      {
        name: 'a case',
        decision: 'BLOCK',
        matchedPolicy: 'policy',
        riskScore: 45,
        riskLevel: 'MEDIUM',
        reasons: [
          'The policy "policy" decides BLOCK.',
          'The action EXPORT_DATA adds 25 points.',
          'A resource classified CUSTOMER_PII adds 20 points.',
        ],
        pass: null,
      },
      expect.objectContaining({ name: 'second', pass: false }),
    ]);
  });

  it.each<[PolicyTestCase['expect'], boolean]>([
    [{ decision: 'BLOCK' }, true],
    [{ decision: 'BLOCK', policy: 'policy' }, true],
    [{ decision: 'BLOCK', policy: 'other' }, false],
    [{ decision: 'ALLOW', policy: 'policy' }, false],
  ])('compares the decision and the policy that is expected: %j is %s', (expected, pass) => {
    const expectation = expected === undefined ? {} : { expect: expected };
    expect(runPolicyTests([testCase(expectation)], world([policy({})])).results[0]?.pass).toBe(pass);
  });

  it('answers every unknown name by its path, and no result', () => {
    const unknown = testCase({ input: { agent: 'Bot', action: 'READ_DATA', resource: 'orders' } });
    expect(runPolicyTests([testCase(), unknown], world([]))).toEqual({
      results: [],
      decisions: [],
      faults: [
        { path: 'cases[1].input.agent', message: 'No agent has this name.' },
        { path: 'cases[1].input.resource', message: 'No resource has this name.' },
      ],
    });
  });

  it.each([
    ['agent', { agent: 'Bot', action: 'READ_DATA', resource: 'customers' }],
    ['resource', { agent: 'bot', action: 'READ_DATA', resource: 'orders' }],
  ] as const)('names the one that is unknown: %s', (field, unknown) => {
    const { faults } = runPolicyTests([testCase({ input: unknown })], world([]));
    expect(faults.map(({ path }) => path)).toEqual([`cases[0].input.${field}`]);
  });

  it('decides on everything that a case states', () => {
    const condition = { minRecords: 7, maxRecords: 7, destination: 'EXTERNAL', containsSensitiveData: true } as const;
    const full = {
      ...testCase().input,
      destination: 'EXTERNAL_API',
      recordsAffected: 7,
      containsSensitiveData: true,
    } as const;
    const run = runPolicyTests([testCase({ input: full })], world([policy({ condition })]));
    expect(run.results[0]?.matchedPolicy).toBe('policy');
  });

  it('answers no results for no cases', () => {
    expect(runPolicyTests([], world([]))).toEqual({ results: [], decisions: [], faults: [] });
  });
});
