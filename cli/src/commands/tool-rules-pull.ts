// SPDX-License-Identifier: Apache-2.0
/** `svc tool-rules pull`: the stored sets as files. */
import { connect } from '../connection.ts';
import type { ExitCode } from '../exit-codes.ts';
import { withProgress } from '../output/index.ts';
import { TOOL_RULES_FORM } from '../policy-files/index.ts';
import { listToolRules } from '../tool-rules-api.ts';
import type { World } from '../world.ts';
import { type PullOptions, pullFiles } from './pull-files.ts';

export async function run(world: World, options: PullOptions): Promise<ExitCode> {
  const connection = connect(world.env);
  const { toolRules: items } = await withProgress(world, 'Reading the tool rules', () => listToolRules(connection));
  const nouns = ['set of tool rules', 'sets of tool rules'] as const;
  return await pullFiles(world, options, { items, form: TOOL_RULES_FORM, nouns, folder: 'tool-rules' });
}
