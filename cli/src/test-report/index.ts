/**
 * Owns what became of test cases: their status and how it is shown, on a terminal, as JSON and as JUnit XML. It refuses
 * to know how they were run.
 */
import type { PolicyTestCase, PolicyTestResponse } from '@svc/contract';
import { type Paint, plain } from '../output/index.ts';

export { junitXml } from './junit.ts';

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

interface PlacedCase {
  readonly file: string;
  readonly line: number;
  readonly test: PolicyTestCase;
}

export function outcomeOf(
  { file, line, test }: PlacedCase,
  result: PolicyTestResponse['results'][number],
): TestOutcome {
  const { decision, matchedPolicy, riskScore, reasons, pass } = result;
  return {
    name: test.name,
    file,
    line,
    // Whatever is neither true nor null has not passed.
    status: pass === true ? 'PASS' : pass === null ? 'SKIP' : 'FAIL',
    expected: test.expect === undefined ? null : { decision: test.expect.decision, policy: test.expect.policy ?? null },
    actual: { decision, policy: matchedPolicy },
    riskScore,
    reasons,
  };
}

export function outcomeLines(outcomes: readonly TestOutcome[], paint: Paint): string[] {
  const colours = { PASS: paint.green, SKIP: paint.yellow, FAIL: paint.red };
  return outcomes.flatMap((outcome) => {
    const { status, name, file, line } = outcome;
    const head = `${colours[status](status)} ${plain(name)}`;
    return status === 'FAIL' ? [`${head}  ${plain(file)}:${line}`, ...failureLines(outcome)] : [head];
  });
}

/** Expected against actual, and why. */
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
