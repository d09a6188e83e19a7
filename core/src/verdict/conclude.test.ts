// SPDX-License-Identifier: Apache-2.0
/** Guarantee: precedence, monitor mode, risk thresholds and reasons come together as decided, in every combination. */
import { DECISIONS, type DecisionWord, POLICY_MODES, type PolicyMode } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { type Approvals, ONE_APPROVAL } from '../approvals/index.ts';
import type { Approver } from '../approvers/index.ts';
import type { MatchedPolicy, PolicyOutcome } from '../policy/index.ts';
import type { Risk } from '../risk/index.ts';
import { conclude, type Refusal, type ToolFault, type Verdict } from './index.ts';

const SETTINGS = { riskReviewAt: 60, riskBlockAt: 90 } as const;

const riskOf = (score: number): Risk => ({
  score,
  level: 'LOW',
  factors: [{ code: 'ACTION', points: score, reason: `The action adds ${score} points.` }],
});

const policyOf = (decision: DecisionWord, mode: PolicyMode, approvers: Approver[] = []): MatchedPolicy => ({
  id: `${mode}-${decision}`,
  name: `${mode} ${decision}`,
  decision,
  mode,
  approvers,
  escalates: true,
  approvals: { count: 1, notAsker: false, validMinutes: null, grants: false },
});

/** The outcome of an enforced and a monitored policy, either of which may be missing. */
function outcomeOf(enforced: MatchedPolicy | null, monitored: MatchedPolicy | null): PolicyOutcome {
  const matched = [enforced, monitored].filter((policy) => policy !== null);
  matched.sort((left, right) => DECISIONS.indexOf(right.decision) - DECISIONS.indexOf(left.decision));
  return {
    matchedPolicyIds: matched.map((policy) => policy.id),
    enforced,
    evaluated: matched[0] ?? null,
    isMonitored: monitored !== null,
  };
}

interface Situation {
  readonly enforced?: MatchedPolicy | null;
  readonly monitored?: MatchedPolicy | null;
  readonly score?: number;
  readonly enforcement?: PolicyMode;
  readonly refusal?: Refusal | null;
  readonly tool?: ToolFault | null;
  readonly reviewDefaults?: Approvals;
}

function verdictOf({
  enforced = null,
  monitored = null,
  score = 0,
  enforcement = 'ENFORCE',
  refusal = null,
  tool = null,
  ...others
}: Situation) {
  const policies = outcomeOf(enforced, monitored);
  return conclude({
    ...{ refusal, policies, tool, risk: riskOf(score) },
    settings: { ...SETTINGS, enforcement, ...others },
  });
}

const summary = (verdict: Verdict) =>
  [verdict.decision, verdict.evaluatedDecision, verdict.monitored ? 'monitored' : '-', verdict.policy?.id ?? '-'].join(
    ' ',
  );

const E = (decision: DecisionWord) => policyOf(decision, 'ENFORCE');
const M = (decision: DecisionWord) => policyOf(decision, 'MONITOR');

describe('without a policy', () => {
  it.each([
    [59, 'ALLOW ALLOW - -'],
    [60, 'REVIEW REVIEW - -'],
    [89, 'REVIEW REVIEW - -'],
    [90, 'BLOCK BLOCK - -'],
    [100, 'BLOCK BLOCK - -'],
  ])('a score of %i is %s', (score, expected) => {
    expect(summary(verdictOf({ score }))).toBe(expected);
  });

  it('a block threshold below the review threshold blocks', () => {
    const settings = { enforcement: 'ENFORCE', riskReviewAt: 80, riskBlockAt: 50 } as const;
    const verdict = conclude({
      refusal: null,
      policies: outcomeOf(null, null),
      risk: riskOf(60),
      tool: null,
      settings,
    });
    expect(verdict.decision).toBe('BLOCK');
  });
});

describe('with policies', () => {
  it.each<[string, Situation, string]>([
    ['an enforced policy decides', { enforced: E('REVIEW') }, 'REVIEW REVIEW - ENFORCE-REVIEW'],
    [
      'an enforced ALLOW allows, whatever the score',
      { enforced: E('ALLOW'), score: 100 },
      'ALLOW ALLOW - ENFORCE-ALLOW',
    ],
    ['a monitored policy only watches', { monitored: M('BLOCK') }, 'ALLOW BLOCK monitored MONITOR-BLOCK'],
    [
      'risk decides where only monitored policies match',
      { monitored: M('BLOCK'), score: 70 },
      'REVIEW BLOCK monitored MONITOR-BLOCK',
    ],
    [
      'a monitored ALLOW would exempt from risk',
      { monitored: M('ALLOW'), score: 95 },
      'BLOCK ALLOW monitored MONITOR-ALLOW',
    ],
    [
      'the enforced one is named before the stricter monitored one',
      { enforced: E('ALLOW'), monitored: M('BLOCK') },
      'ALLOW BLOCK monitored ENFORCE-ALLOW',
    ],
    [
      'a weaker monitored one changes nothing',
      { enforced: E('BLOCK'), monitored: M('ALLOW') },
      'BLOCK BLOCK monitored ENFORCE-BLOCK',
    ],
  ])('%s', (_, situation, expected) => {
    expect(summary(verdictOf(situation))).toBe(expected);
  });
});

describe('an organization in monitor mode', () => {
  it.each<[string, Situation, string]>([
    ['allows and says what would have been', { enforced: E('BLOCK') }, 'ALLOW BLOCK monitored ENFORCE-BLOCK'],
    ['allows what risk would have blocked', { score: 95 }, 'ALLOW BLOCK monitored -'],
    ['is monitored also when nothing matches', {}, 'ALLOW ALLOW monitored -'],
    [
      'names the policy of the evaluated decision',
      { enforced: E('ALLOW'), monitored: M('REVIEW') },
      'ALLOW REVIEW monitored MONITOR-REVIEW',
    ],
  ])('%s', (_, situation, expected) => {
    expect(summary(verdictOf({ ...situation, enforcement: 'MONITOR' }))).toBe(expected);
  });
});

describe('a tool that is not as it was registered', () => {
  it.each<[string, Situation, string]>([
    ['needs a person', { tool: 'CHANGED' }, 'REVIEW REVIEW - -'],
    ['also where a policy allows', { tool: 'UNKNOWN', enforced: E('ALLOW') }, 'REVIEW REVIEW - -'],
    ['and where it is already asked, that stands', { tool: 'CHANGED', score: 70 }, 'REVIEW REVIEW - -'],
    ['never lifts a block', { tool: 'CHANGED', enforced: E('BLOCK') }, 'BLOCK BLOCK - ENFORCE-BLOCK'],
    ['is told in monitor mode', { tool: 'CHANGED', enforcement: 'MONITOR' }, 'ALLOW REVIEW monitored -'],
  ])('%s', (_, situation, expected) => {
    expect(summary(verdictOf(situation))).toBe(expected);
  });

  it('lets no grant answer, whatever else asks for the person', () => {
    const enforced = { ...E('REVIEW'), approvals: { ...ONE_APPROVAL, grants: true } };
    expect(verdictOf({ enforced }).approvals.grants).toBe(true);
    expect(verdictOf({ enforced, tool: 'CHANGED' }).approvals.grants).toBe(false);
  });

  it('is the cause, and the first reason', () => {
    const changed = verdictOf({ tool: 'CHANGED', enforced: E('ALLOW') });
    expect(changed.cause).toEqual({ by: 'TOOL', threshold: null, underFullEnforcement: null });
    expect(changed.reasons[0]).toBe(
      'The definition of the tool, which is not the one that was registered, decides REVIEW.',
    );
    const watched = verdictOf({ tool: 'UNKNOWN', enforcement: 'MONITOR' });
    expect(watched.cause).toMatchObject({ by: 'MODE', underFullEnforcement: { decision: 'REVIEW', by: 'TOOL' } });
  });
});

const PAUSED: Refusal = { by: 'PAUSED', reason: 'The agent is paused.' };

describe('a refusal', () => {
  it('blocks whatever policies, risk and mode say, and no policy is named', () => {
    for (const enforcement of POLICY_MODES) {
      for (const enforced of [null, E('ALLOW')]) {
        for (const monitored of [null, M('ALLOW')]) {
          const verdict = verdictOf({ refusal: PAUSED, enforced, monitored, enforcement, score: 10 });
          expect(verdict).toMatchObject({
            decision: 'BLOCK',
            evaluatedDecision: 'BLOCK',
            policy: null,
            approvers: [],
          });
          expect(verdict.monitored).toBe(monitored !== null || enforcement === 'MONITOR');
          expect(verdict.reasons).toEqual(['The agent is paused.', 'The action adds 10 points.']);
        }
      }
    }
  });

  it('still records which policies match', () => {
    expect(verdictOf({ refusal: PAUSED, enforced: E('ALLOW') }).matchedPolicyIds).toEqual(['ENFORCE-ALLOW']);
  });
});

describe('approver roles', () => {
  const roles: Approver[] = ['MEMBER', 'group:dpo'];

  it('come from the policy that decided REVIEW', () => {
    expect(verdictOf({ enforced: policyOf('REVIEW', 'ENFORCE', roles) }).approvers).toEqual(roles);
  });

  it('are joined by no others where the policy that decided keeps its reviews', () => {
    const keeps = { ...policyOf('REVIEW', 'ENFORCE', roles), escalates: false };
    expect(verdictOf({ enforced: keeps }).escalates).toBe(false);
    expect(verdictOf({ enforced: keeps, enforcement: 'MONITOR' }).escalates).toBe(true);
    expect(verdictOf({ enforced: policyOf('REVIEW', 'ENFORCE', roles) }).escalates).toBe(true);
    expect(verdictOf({ score: 70 }).escalates).toBe(true);
  });

  it('are as many as the policy asks for, and where risk asks as the organization says', () => {
    const approvals = { count: 2, notAsker: true, validMinutes: 5, grants: false };
    const reviewDefaults = { count: 3, notAsker: false, validMinutes: null, grants: false };
    expect(verdictOf({ enforced: { ...policyOf('REVIEW', 'ENFORCE', roles), approvals } }).approvals).toEqual(
      approvals,
    );
    expect(verdictOf({ score: 70, reviewDefaults }).approvals).toEqual(reviewDefaults);
    expect(verdictOf({ enforced: policyOf('REVIEW', 'ENFORCE', roles), reviewDefaults }).approvals.count).toBe(1);
    expect(verdictOf({ score: 70 }).approvals.count).toBe(1);
  });

  it.each<[string, Situation]>([
    ['a monitored policy', { monitored: policyOf('REVIEW', 'MONITOR', roles), score: 70 }],
    ['a policy that blocks', { enforced: policyOf('BLOCK', 'ENFORCE', roles) }],
    ['an organization in monitor mode', { enforced: policyOf('REVIEW', 'ENFORCE', roles), enforcement: 'MONITOR' }],
    ['risk', { score: 70 }],
  ])('do not come from %s', (_, situation) => {
    expect(verdictOf(situation).approvers).toEqual([]);
  });
});

describe('reasons', () => {
  it.each<[string, Situation, string[]]>([
    ['no decider, no sentence', { score: 5 }, []],
    ['policy', { enforced: E('BLOCK') }, ['The policy "ENFORCE BLOCK" decides BLOCK.']],
    ['risk', { score: 60 }, ['The risk score 60, at or above 60, decides REVIEW.']],
    [
      'policy, not the stricter monitored one',
      { enforced: E('ALLOW'), monitored: M('BLOCK') },
      [
        'The policy "ENFORCE ALLOW" decides ALLOW.',
        'The policy "MONITOR BLOCK", which is in monitor mode, would decide BLOCK under full enforcement.',
      ],
    ],
    [
      'monitored policy alone',
      { monitored: M('REVIEW') },
      ['The policy "MONITOR REVIEW", which is in monitor mode, would decide REVIEW under full enforcement.'],
    ],
    [
      'organization in monitor mode',
      { enforced: E('BLOCK'), enforcement: 'MONITOR' },
      ['The organization is in monitor mode; the policy "ENFORCE BLOCK" would decide BLOCK under full enforcement.'],
    ],
    [
      'organization in monitor mode, by risk',
      { score: 95, enforcement: 'MONITOR' },
      [
        'The organization is in monitor mode; ' +
          'the risk score 95, at or above 90, would decide BLOCK under full enforcement.',
      ],
    ],
  ])('begin with what decided: %s', (_, situation, sentences) => {
    const { reasons } = verdictOf(situation);
    expect(reasons).toEqual([...sentences, `The action adds ${situation.score ?? 0} points.`]);
  });
});

describe('the cause', () => {
  const E_BLOCK = { id: 'ENFORCE-BLOCK', name: 'ENFORCE BLOCK' };
  const M_BLOCK = { id: 'MONITOR-BLOCK', name: 'MONITOR BLOCK' };
  const nothing = { threshold: null, underFullEnforcement: null };
  const watched = { decision: 'BLOCK', by: 'POLICY', policy: M_BLOCK, threshold: null };

  it.each<[string, Situation, Verdict['cause']]>([
    ['nothing', { score: 5 }, { by: 'NOTHING', ...nothing }],
    ['a policy', { enforced: E('BLOCK'), score: 95 }, { by: 'POLICY', ...nothing }],
    ['a threshold', { score: 60 }, { by: 'RISK', threshold: 60, underFullEnforcement: null }],
    ['the higher threshold', { score: 90 }, { by: 'RISK', threshold: 90, underFullEnforcement: null }],
    ['a pause', { refusal: PAUSED, monitored: M('BLOCK'), enforcement: 'MONITOR' }, { by: 'PAUSED', ...nothing }],
    [
      'nothing, beside what is monitored',
      { monitored: M('BLOCK') },
      {
        by: 'NOTHING',
        threshold: null,
        underFullEnforcement: { ...watched, decision: 'BLOCK', by: 'POLICY' },
      },
    ],
    [
      'the mode, beside a policy',
      { enforced: E('BLOCK'), enforcement: 'MONITOR' },
      {
        by: 'MODE',
        threshold: null,
        underFullEnforcement: { decision: 'BLOCK', by: 'POLICY', policy: E_BLOCK, threshold: null },
      },
    ],
    [
      'the mode, beside a threshold',
      { score: 95, enforcement: 'MONITOR' },
      {
        by: 'MODE',
        threshold: null,
        underFullEnforcement: { decision: 'BLOCK', by: 'RISK', policy: null, threshold: 90 },
      },
    ],
    ['the mode alone', { enforcement: 'MONITOR' }, { by: 'MODE', ...nothing }],
  ])('is %s', (_, situation, cause) => {
    expect(verdictOf(situation).cause).toEqual(cause);
  });
});
