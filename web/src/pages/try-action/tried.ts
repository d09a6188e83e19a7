// SPDX-License-Identifier: Apache-2.0
/** An action that was tried, as the parts that tell an event need it: nothing was recorded, so it has no place. */
import type { AppAnswer, EventDetail, PolicyTestCase } from '@svc/contract';

type Result = AppAnswer<'testPolicies'>['results'][number];

const NO_ID = '00000000-0000-0000-0000-000000000000';

export function triedDetail(input: PolicyTestCase['input'], result: Result): EventDetail | null {
  const { decision, riskLevel, riskScore, reasons, trace } = result;
  if (trace === null) return null;
  return {
    event: {
      id: NO_ID,
      decision,
      finalDecision: decision,
      evaluatedDecision: trace.evaluatedDecision,
      monitored: trace.monitored,
      riskLevel,
      riskScore,
      reasons,
      policy: trace.policy,
      cause: trace.cause,
      grant: null,
      budget: null,
      dlpFindings: trace.dlpFindings,
      lgpdCategories: trace.lgpdCategories,
      review: null,
      quotaExceeded: false,
      sandbox: false,
      contentScanned: null,
      actionDigest: null,
      redemption: null,
      outcome: null,
      outcomeMissing: false,
      context: null,
      seq: 0,
      createdAt: new Date().toISOString(),
      agent: { id: NO_ID, name: input.agent },
      resource: { id: NO_ID, name: input.resource, classification: trace.classification },
      action: input.action,
      destination: input.destination ?? null,
      recordsAffected: input.recordsAffected ?? null,
      door: null,
    },
    why: {
      riskFactors: trace.riskFactors,
      policySetVersion: 0,
      policies: trace.policies,
      policiesTotal: trace.policiesTotal,
    },
    review: null,
    audit: [],
  };
}
