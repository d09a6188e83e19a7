// SPDX-License-Identifier: Apache-2.0
/** `svc policies pull`: the stored policies as files. */
import { connect } from '../connection.ts';
import type { ExitCode } from '../exit-codes.ts';
import { withProgress } from '../output/index.ts';
import { POLICY_FORM } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { type PullOptions, pullFiles } from './pull-files.ts';

export async function run(world: World, options: PullOptions): Promise<ExitCode> {
  const { client } = connect(world.env);
  const { policies: items } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  return await pullFiles(world, options, { items, form: POLICY_FORM, nouns: ['policy', 'policies'] });
}
