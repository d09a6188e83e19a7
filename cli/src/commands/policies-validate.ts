// SPDX-License-Identifier: Apache-2.0
/** `svc policies validate`: all faults of all files at once, without any server. */
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { faultLines, paintFor, printJson, printLines, stepProgress } from '../output/index.ts';
import { type PolicyFiles, readPolicyFiles } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { pathOf } from './path.ts';
import { plural } from './plural.ts';

export async function run(world: World, _options: object, [path]: readonly string[]): Promise<ExitCode> {
  const read = readFiles(world, pathOf(world, path));
  // A gate on the wrong folder must not pass.
  const isValid = read.errors.length === 0 && read.files > 0;
  if (world.json) {
    const { errors, warnings } = read;
    const counts = {
      files: read.files,
      policies: read.policies.length,
      budgets: read.budgets.length,
      toolRules: read.toolRules.length,
      testCases: read.cases.length,
      claims: read.claims.length,
    };
    printJson(world, {
      valid: isValid,
      ...counts,
      errors: errors.map(withoutSource),
      warnings: warnings.map(withoutSource),
    });
  } else {
    reportFaults(world, read);
    if (read.files === 0) printLines(world.stderr, ['svc: there are no policy files here; `svc init` writes examples']);
    if (isValid) {
      const budgets = read.budgets.length === 0 ? [] : [plural(read.budgets.length, 'budget')];
      const sets =
        read.toolRules.length === 0 ? [] : [plural(read.toolRules.length, 'set of tool rules', 'sets of tool rules')];
      const counts = [plural(read.policies.length, 'policy', 'policies'), ...budgets, ...sets];
      const told = `${counts.join(', ')} and ${plural(read.cases.length, 'test case')}`;
      printLines(world.stdout, [`${told} in ${plural(read.files, 'file')} are valid.`]);
    }
  }
  return isValid ? EXIT.success : EXIT.failure;
}

/** Checks every file under a path, and shows progress when it takes long. */
export function readFiles(world: World, path: string): PolicyFiles {
  const progress = stepProgress(world, 'Reading files');
  try {
    return readPolicyFiles(path, world.cwd, progress.step);
  } finally {
    progress.end();
  }
}

/** On stderr, warnings first: the faults that must be fixed stand last. */
export function reportFaults({ stderr, env }: World, { errors, warnings }: PolicyFiles): void {
  const paint = paintFor(stderr, env);
  printLines(stderr, [...faultLines(warnings, 'warning', paint), ...faultLines(errors, 'error', paint)]);
  if (errors.length > 0) printLines(stderr, [`svc: ${plural(errors.length, 'error')}`]);
}

function withoutSource({ file, line, column, message }: PolicyFiles['errors'][number]) {
  return { file, line, column, message };
}
