// SPDX-License-Identifier: Apache-2.0
/** The result of one test case, and of many. */
import { plain } from '../output/index.ts';

type TestStatus = 'PASS' | 'SKIP' | 'FAIL';

export interface TestOutcome {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly status: TestStatus;
  /** null when the case expects nothing. */
  readonly expected: { readonly decision: string; readonly policy: string | null } | null;
  readonly actual: { readonly decision: string; readonly policy: string | null };
  readonly riskScore: number;
  readonly reasons: readonly string[];
}

/** Expected against actual, with the reason. */
export function failureLines({ expected, actual, riskScore, reasons }: TestOutcome): string[] {
  const describe = (decision: string, policy: string | null) =>
    policy === null ? decision : `${decision} by "${plain(policy)}"`;
  return [
    ...(expected === null ? [] : [`  expected ${describe(expected.decision, expected.policy)}`]),
    `  actual   ${describe(actual.decision, actual.policy)}, risk ${riskScore}`,
    ...reasons.map((reason) => `           ${plain(reason)}`),
  ];
}

export function countOutcomes(outcomes: readonly TestOutcome[]): { passed: number; failed: number; skipped: number } {
  const count = (status: TestStatus) => outcomes.filter((outcome) => outcome.status === status).length;
  return { passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP') };
}
