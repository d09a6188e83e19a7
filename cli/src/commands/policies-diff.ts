// SPDX-License-Identifier: Apache-2.0
/** `svc policies diff`: what the policy files change for every event there can be. It plans, and changes nothing. */
import type { PolicyDifference } from '@svc/contract';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { paintFor, printJson, printLines, withProgress } from '../output/index.ts';
import { differenceLines } from '../plan/index.ts';
import type { World } from '../world.ts';
import { pathOf } from './path.ts';
import { placingRefusals } from './refused-files.ts';
import { readValidFiles } from './valid-files.ts';

interface Options {
  readonly prune?: boolean;
  /** False for `--no-looser`. */
  readonly looser?: boolean;
}

/** Ends with 1 for a looser set when that is asked for, and for a difference that could not be computed. */
export async function run(world: World, options: Options, [path]: readonly string[]): Promise<ExitCode> {
  const { prune = false, looser: mayLoosen = true } = options;
  const folder = pathOf(world, path);
  const files = readValidFiles(world, folder);
  const policies = files.policies.map(({ spec }) => spec);
  if (policies.length === 0) throw new Failure('no_policies', `There is no policy under ${folder}; nothing was sent.`);
  const { client } = connect(world.env);
  const { difference } = await placingRefusals(world, { policies: files.policies }, () =>
    withProgress(world, 'Comparing', () => client.policies.apply({ policies, prune, dryRun: true, difference: true })),
  );
  checkComplete(difference);
  if (world.json) printJson(world, difference);
  else printLines(world.stdout, differenceLines(difference, paintFor(world.stdout, world.env)));
  return !mayLoosen && difference.looser > 0 ? EXIT.failure : EXIT.success;
}

function checkComplete(difference: PolicyDifference | undefined): asserts difference is PolicyDifference {
  if (difference === undefined) {
    throw new Failure('unexpected_answer', 'The server answered no difference: it may be older than this program.');
  }
  if (difference.complete) return;
  throw new Failure(
    'incomplete',
    'The comparison did not end within its time and memory: nothing is known. Change less at once.',
  );
}
