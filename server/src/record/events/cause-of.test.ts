// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: what decided is read from the record, and of a record of an early build, which has sentences alone, it is the
 * same. The sentences are those that the decision path writes.
 */

import type { DecisionCause, PolicyMode } from '@svc/contract';
import { ONE_APPROVAL } from '@svc/core/approvals';
import type { MatchedPolicy } from '@svc/core/policy';
import { conclude, permissionRefusal } from '@svc/core/verdict';
import { describe, expect, it } from 'vitest';
import { causeOf } from './cause-of.ts';

const AGENT = { id: 'a', name: 'crm "sync"', status: 'ACTIVE', permissions: [] } as const;
const RESOURCE = { id: 'r', name: 'customers" is paused.', classification: 'CUSTOMER_PII' } as const;
const PAUSED = permissionRefusal({ ...AGENT, status: 'PAUSED' }, 'EXPORT_DATA', RESOURCE);
const FORBIDDEN = permissionRefusal(AGENT, 'EXPORT_DATA', RESOURCE);

const policyOf = (decision: 'ALLOW' | 'REVIEW' | 'BLOCK', mode: PolicyMode): MatchedPolicy => ({
  id: `${mode}-${decision}`,
  name: `${mode} "${decision}" would decide BLOCK under full enforcement.`,
  decision,
  mode,
  approvers: [],
  escalates: true,
  approvals: ONE_APPROVAL,
});

const SITUATIONS = [PAUSED, FORBIDDEN, null].flatMap((refusal) =>
  [null, policyOf('ALLOW', 'ENFORCE'), policyOf('BLOCK', 'ENFORCE')].flatMap((enforced) =>
    [null, policyOf('REVIEW', 'MONITOR'), policyOf('BLOCK', 'MONITOR')].flatMap((monitored) =>
      [10, 60, 95].flatMap((score) =>
        (['ENFORCE', 'MONITOR'] as const).map((enforcement) => ({ refusal, enforced, monitored, score, enforcement })),
      ),
    ),
  ),
);

describe.each(SITUATIONS)('%o', ({ refusal, enforced, monitored, score, enforcement }) => {
  const factors = [{ code: 'ACTION' as const, points: score, reason: `The action EXPORT_DATA adds ${score} points.` }];
  const policies = {
    matchedPolicyIds: [],
    enforced,
    evaluated: monitored ?? enforced,
    isMonitored: monitored !== null,
  };
  const settings = { enforcement, riskReviewAt: 60, riskBlockAt: 90 };
  const { cause, policy, reasons } = conclude({
    ...{ refusal, policies, tool: null, settings },
    risk: { score, level: 'HIGH', factors },
  });
  const record = { agent: AGENT.name, policy, reasons: [...reasons] };

  it('is told by the record', () => {
    expect(causeOf({ ...record, cause })).toBe(cause);
  });

  it('is read back from the sentences', () => {
    expect(causeOf(record)).toEqual(knownOf(cause, policy?.name, reasons));
  });
});

/** A sentence tells a policy by its name, and an organization's mode only beside what would have decided. */
function knownOf(cause: DecisionCause, name: string | undefined, reasons: readonly string[]): DecisionCause {
  const { underFullEnforcement: watched } = cause;
  if (watched === null) return cause.by === 'MODE' ? { ...cause, by: 'NOTHING' } : cause;
  if (watched.policy === null || watched.policy.name === name) return cause;
  expect(reasons[1]).toContain(watched.policy.name);
  return { ...cause, underFullEnforcement: { ...watched, policy: { ...watched.policy, id: null } } };
}
