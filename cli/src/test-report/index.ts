// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the results of test cases: their status and display, on a terminal, as JSON and as JUnit XML. It refuses to know
 * how they were run.
 */
import type { PolicyTestCase, PolicyTestResponse } from '@svc/contract';
import { type Paint, plain } from '../output/index.ts';
import { failureLines, type TestOutcome } from './outcome.ts';

export { junitXml } from './junit.ts';
export { countOutcomes, type TestOutcome } from './outcome.ts';

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
    // Only true and null are no failure.
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
