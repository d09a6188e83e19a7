// SPDX-License-Identifier: Apache-2.0
/** The console reads the recorded reasons back: whatever the core writes has to be known to it, form by form. */
import { DECISIONS, DLP_TYPES, type EventItem } from '@svc/contract';
import { categoriesOfTypes, type Risk } from '@svc/core/risk';
import { conclude, permissionRefusal } from '@svc/core/verdict';
import { describe, expect, it } from 'vitest';
import { deciderOf, watchedOf } from '../../web/src/decision/decider.ts';
import { CATEGORY_OF_FINDING } from '../../web/src/decision/findings-table.ts';

type Input = Parameters<typeof conclude>[0];
type Matched = NonNullable<Input['policies']['enforced']>;

const AGENT = { id: 'a', name: 'crm "sync"', status: 'ACTIVE', permissions: [] } as const;
const RESOURCE = { id: 'r', name: 'customers', classification: 'CUSTOMER_PII' } as const;

const riskOf = (score: number): Risk => ({
  score,
  level: 'HIGH',
  factors: [{ code: 'ACTION', points: score, reason: `The action EXPORT_DATA adds ${score} points.` }],
});

const policyOf = (decision: Matched['decision'], mode: Matched['mode'] = 'ENFORCE'): Matched => ({
  id: `${mode}-${decision}`,
  name: `Exports, "${decision}"`,
  decision,
  mode,
  approverRoles: [],
});

interface Situation {
  refusal?: string | null;
  enforced?: Matched | null;
  monitored?: Matched | null;
  score?: number;
  enforcement?: Input['settings']['enforcement'];
}

/** The fields of an event that a decision of the core fills. */
function eventOf({ refusal = null, enforced = null, monitored = null, score = 0, enforcement = 'ENFORCE' }: Situation) {
  const evaluated = monitored ?? enforced;
  const policies = { matchedPolicyIds: [], enforced, evaluated, isMonitored: monitored !== null };
  const settings = { enforcement, riskReviewAt: 60, riskBlockAt: 90 };
  const verdict = conclude({ refusal, policies, risk: riskOf(score), settings });
  return { agent: { id: 'a', name: AGENT.name }, ...verdict } as unknown as EventItem;
}

describe('what decided', () => {
  it('is a policy, whatever stands in its name', () => {
    for (const decision of DECISIONS) {
      const enforced = policyOf(decision);
      expect(deciderOf(eventOf({ enforced }))).toEqual({ by: 'policy', name: enforced.name });
    }
  });

  it.each([
    [60, 60],
    [95, 90],
  ])('is the risk score %i at its limit of %i', (score, threshold) => {
    expect(deciderOf(eventOf({ score }))).toEqual({ by: 'risk', threshold });
  });

  it('is nothing below both limits', () => {
    expect(deciderOf(eventOf({ score: 10 }))).toEqual({ by: 'nothing' });
  });

  it('is a pause or a missing permission of the agent', () => {
    const paused = permissionRefusal({ ...AGENT, status: 'PAUSED' }, 'EXPORT_DATA', RESOURCE);
    const forbidden = permissionRefusal(AGENT, 'EXPORT_DATA', RESOURCE);
    expect(deciderOf(eventOf({ refusal: paused }))).toEqual({ by: 'paused' });
    expect(deciderOf(eventOf({ refusal: forbidden }))).toEqual({ by: 'permission' });
  });

  it('is said in the words of the service where the form is not known', () => {
    const event = { ...eventOf({}), reasons: ['A later version decided.'] };
    expect(deciderOf(event)).toEqual({ by: 'other', text: 'A later version decided.' });
  });
});

describe('what is only watched', () => {
  it('is a policy in monitor mode, beside what decided', () => {
    const event = eventOf({ enforced: policyOf('ALLOW'), monitored: policyOf('BLOCK', 'MONITOR') });
    expect(deciderOf(event)).toMatchObject({ by: 'policy' });
    expect(watchedOf(event)).toEqual({ decision: 'BLOCK', policy: 'Exports, "BLOCK"', isOrganization: false });
  });

  it('is everything in an organization that watches', () => {
    const byPolicy = eventOf({ enforced: policyOf('REVIEW'), enforcement: 'MONITOR' });
    expect(deciderOf(byPolicy)).toEqual({ by: 'nothing' });
    expect(watchedOf(byPolicy)).toEqual({ decision: 'REVIEW', policy: 'Exports, "REVIEW"', isOrganization: true });
    const byRisk = eventOf({ score: 95, enforcement: 'MONITOR' });
    expect(watchedOf(byRisk)).toEqual({ decision: 'BLOCK', policy: null, isOrganization: true });
  });

  it('is nothing where everything is enforced', () => {
    expect(watchedOf(eventOf({ enforced: policyOf('BLOCK') }))).toBeNull();
  });
});

it('gives each finding the category that the core gives it', () => {
  for (const type of DLP_TYPES) expect([CATEGORY_OF_FINDING[type]]).toEqual(categoriesOfTypes([type]));
});
