// SPDX-License-Identifier: Apache-2.0
/** `svc tool-rules apply`: shows the plan as fields before and after, and carries it out. */
import { normalizeToolRules } from '@svc/core/tool-rules';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { faultLines, paintFor, printJson, printLines, withProgress } from '../output/index.ts';
import { explainChanges, planLines, planSummary } from '../plan/index.ts';
import { placed } from '../policy-files/index.ts';
import { applyToolRules, listToolRules } from '../tool-rules-api.ts';
import type { World } from '../world.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
}

export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, dryRun = false } = options;
  const folder = pathOf(world, path);
  const files = readValidFiles(world, folder);
  const toolRules = files.toolRules.map(({ spec }) => spec);
  if (toolRules.length === 0) {
    throw new Failure('no_tool_rules', `There are no tool rules under ${folder}; nothing was sent.`);
  }
  const connection = connect(world.env);
  const stored = await withProgress(world, 'Reading the tool rules', () => listToolRules(connection));
  const sent = { toolRules: files.toolRules };
  const { changes: ops, warnings } = await placingRefusals(world, sent, () =>
    withProgress(world, dryRun ? 'Comparing' : 'Applying', () =>
      applyToolRules(connection, { toolRules, prune, dryRun }),
    ),
  );
  const changes = explainChanges(ops, stored.toolRules, toolRules, normalizeToolRules);
  if (world.json) {
    printJson(world, { dryRun, changes, warnings });
    return EXIT.success;
  }
  const { stdout, stderr, env } = world;
  const found = warnings.flatMap(({ path: field, message }) => placed(sent, field, message) ?? []);
  const shown = found.filter((fault) => !files.warnings.some((one) => one.message === fault.message));
  printLines(stderr, faultLines(shown, 'warning', paintFor(stderr, env)));
  printLines(stdout, [...planLines(changes, paintFor(stdout, env)), planSummary(changes, !dryRun)]);
  return EXIT.success;
}
