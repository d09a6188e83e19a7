// SPDX-License-Identifier: Apache-2.0
/** `svc test`: runs test cases through the decision path of the service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { TEST_CASES_MAX } from '@svc/contract/limits';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { paintFor, printJson, printLines, withProgress } from '../output/index.ts';
import type { PolicyFiles } from '../policy-files/index.ts';
import { countOutcomes, junitXml, outcomeLines, outcomeOf, type TestOutcome } from '../test-report/index.ts';
import type { World } from '../world.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { localPolicies, readValidFiles } from './valid-files.ts';

interface Options {
  readonly local?: boolean;
  readonly policies?: string;
  readonly junit?: string;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { local = false, junit } = options;
  const folder = pathOf(world, path);
  const read = readValidFiles(world, folder);
  if (read.cases.length === 0) throw new Failure('no_tests', `There is no test case under ${folder}.`);
  const outcomes = await runCases(world, read, local ? localPolicies(world, read, folder, options.policies) : null);
  if (junit !== undefined) {
    const file = resolve(world.cwd, junit);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, junitXml(outcomes));
  }
  const counts = countOutcomes(outcomes);
  if (world.json) printJson(world, { ...counts, results: outcomes });
  else {
    const { passed, failed, skipped } = counts;
    const lines = outcomeLines(outcomes, paintFor(world.stdout, world.env));
    printLines(world.stdout, [...lines, `${passed} passed, ${failed} failed, ${skipped} skipped.`]);
  }
  return counts.failed === 0 ? EXIT.success : EXIT.failure;
}

/** Each batch has as many cases as one request takes. */
async function runCases(
  world: World,
  { cases, budgets }: PolicyFiles,
  policies: PolicyFiles['policies'] | null,
): Promise<TestOutcome[]> {
  const { client } = connect(world.env);
  const outcomes: TestOutcome[] = [];
  for (let start = 0; start < cases.length; start += TEST_CASES_MAX) {
    const batch = cases.slice(start, start + TEST_CASES_MAX);
    const sent = { cases: batch, policies: policies ?? [], budgets };
    const { results } = await placingRefusals(world, sent, () =>
      withProgress(world, `Running tests, ${start} of ${cases.length} done`, () =>
        client.policies.test({
          cases: batch.map(({ test }) => test),
          ...(policies !== null && { policies: policies.map(({ spec }) => spec) }),
          ...(policies !== null && budgets.length > 0 && { budgets: budgets.map(({ spec }) => spec) }),
        }),
      ),
    );
    if (results.length !== batch.length) {
      throw new Failure('unexpected_answer', `The server answered ${results.length} results to ${batch.length} cases.`);
    }
    for (const [index, placed] of batch.entries()) outcomes.push(outcomeOf(placed, results[index]!));
  }
  return outcomes;
}
