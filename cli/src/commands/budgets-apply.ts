// SPDX-License-Identifier: Apache-2.0
/** `svc budgets apply`: shows the plan as fields before and after, and carries it out. */
import { normalizeBudget } from '@svc/core/budgets';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { faultLines, paintFor, printJson, printLines, withProgress } from '../output/index.ts';
import { explainChanges, impactOfBudgetsLines, planLines, planSummary } from '../plan/index.ts';
import { placed } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { impactDaysOf } from './impact-days.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly impact?: string;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, dryRun = false } = options;
  const impactDays = impactDaysOf(options);
  const folder = pathOf(world, path);
  const files = readValidFiles(world, folder);
  const budgets = files.budgets.map(({ spec }) => spec);
  if (budgets.length === 0) throw new Failure('no_budgets', `There is no budget under ${folder}; nothing was sent.`);
  const { client } = connect(world.env);
  const { budgets: stored } = await withProgress(world, 'Reading the budgets', () => client.budgets.list());
  const {
    changes: ops,
    warnings,
    impact,
  } = await placingRefusals(world, { budgets: files.budgets }, () =>
    withProgress(world, dryRun ? 'Comparing' : 'Applying', () =>
      client.budgets.apply({ budgets, prune, dryRun, ...(impactDays !== undefined && { impactDays }) }),
    ),
  );
  const changes = explainChanges(ops, stored, budgets, normalizeBudget);
  if (world.json) {
    printJson(world, { dryRun, changes, warnings, ...(impact !== undefined && { impact }) });
    return EXIT.success;
  }
  const { stdout, stderr, env } = world;
  const found = warnings.map(({ path: field, message }) => placed({ budgets: files.budgets }, field, message));
  const unknown = found.flatMap((fault) => (fault === null || isKnown(files.warnings, fault) ? [] : [fault]));
  printLines(stderr, faultLines(unknown, 'warning', paintFor(stderr, env)));
  printLines(stdout, [...planLines(changes, paintFor(stdout, env)), planSummary(changes, !dryRun)]);
  if (impact !== undefined) printLines(stdout, impactOfBudgetsLines(impact));
  return EXIT.success;
}

interface At {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Reading the files found most warnings already, and showed them. */
const isKnown = (known: readonly At[], { file, line, message }: At): boolean =>
  known.some((one) => one.file === file && one.line === line && one.message === message);
