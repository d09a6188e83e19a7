// SPDX-License-Identifier: Apache-2.0
/** `svc budgets pull`: the stored budgets as files. */
import { connect } from '../connection.ts';
import type { ExitCode } from '../exit-codes.ts';
import { withProgress } from '../output/index.ts';
import { BUDGET_FORM } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { type PullOptions, pullFiles } from './pull-files.ts';

export async function run(world: World, options: PullOptions): Promise<ExitCode> {
  const { client } = connect(world.env);
  const { budgets: items } = await withProgress(world, 'Reading the budgets', () => client.budgets.list());
  return await pullFiles(world, options, { items, form: BUDGET_FORM, nouns: ['budget', 'budgets'] });
}
