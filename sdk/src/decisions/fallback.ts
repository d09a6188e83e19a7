// SPDX-License-Identifier: Apache-2.0
/** The fallback decision while the service cannot be reached. */
import type { UnavailableError } from '../errors.ts';
import type { Decision } from '../wire.ts';
import type { Fallback } from './answered.ts';

/** `closed`: undecided actions do not run. `open`: they run. */
export type FailMode = 'closed' | 'open';

const OUTCOME = { closed: 'BLOCK', open: 'ALLOW' } as const;
const SENTENCE = {
  closed: 'The fail mode is closed: the action does not run.',
  open: 'The fail mode is open: the action runs undecided and unrecorded.',
} as const;

/** An action without a decision counts as the highest risk. */
export function fallbackDecision(failMode: FailMode, outage: UnavailableError): Fallback<Decision> {
  const outcome = OUTCOME[failMode];
  return {
    id: null,
    decision: outcome,
    finalDecision: outcome,
    evaluatedDecision: outcome,
    monitored: false,
    riskLevel: 'CRITICAL',
    riskScore: 100,
    reasons: [`${outage.message}.`, SENTENCE[failMode]],
    policy: null,
    grant: null,
    budget: null,
    dlpFindings: [],
    lgpdCategories: [],
    review: null,
    quotaExceeded: false,
    sandbox: false,
    contentScanned: null,
    actionDigest: null,
    redemption: null,
    outcome: null,
    context: null,
    degraded: true,
  };
}
