// SPDX-License-Identifier: Apache-2.0
/**
 * `svc init`: a first policy, a first test, an ignore file and the schema for editors. The names in them are those of
 * the organization, where the service can be asked. It never overwrites.
 */
import { constants, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { plain, printJson, printLines, withProgress } from '../output/index.ts';
import { packageFile } from '../package-file.ts';
import { policyFileNames } from '../policy-files/index.ts';
import { variable, type World } from '../world.ts';
import { findExamples } from './example-names.ts';
import { examplePolicy, examplePolicyName, exampleTest, IGNORE_FILE } from './examples.ts';
import { FOLDER_DEFAULT } from './path.ts';

const SCHEMA_NAME = 'policy-file.schema.json';

export async function run(world: World, _options: object, [operand]: readonly string[]): Promise<ExitCode> {
  const directory = resolve(world.cwd, operand ?? (await ask(world)));
  const { names, cases, why } = await withProgress(world, 'Asking for names', () => findExamples(world));
  const policyName = examplePolicyName(names);
  const policyFile = policyFileNames([policyName]).get(policyName) ?? '';
  const texts = {
    [join('policies', policyFile)]: examplePolicy(`../${SCHEMA_NAME}`, names),
    [join('tests', 'exports.yaml')]: exampleTest(`../${SCHEMA_NAME}`, cases, why !== null),
    '.gitignore': IGNORE_FILE,
  };
  const files = [...Object.keys(texts), SCHEMA_NAME].map((name) => join(directory, name));
  const present = files.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined);
  if (present.length > 0) {
    const list = present.map((file) => plain(file)).join(', ');
    throw new Failure('exists', `Nothing was written: ${list} is there already. Choose another directory.`);
  }
  write(directory, texts);
  const { agent, resource } = names;
  if (why !== null) {
    const replaced = `${agent} and ${resource} in the tests are names of the quick start: replace them by yours.`;
    world.stderr.write(`svc: ${plain(why)} ${replaced}\n`);
  }
  if (world.json) printJson(world, { directory, files, agent, resource, replaceNames: why !== null });
  else {
    printLines(world.stdout, [
      ...files.map((file) => `wrote ${plain(file)}`),
      '',
      'Next: svc policies validate, svc login --api-key <key>, svc test --local, svc policies apply --dry-run',
    ]);
  }
  return EXIT.success;
}

/**
 * `wx` and COPYFILE_EXCL refuse to overwrite a file that appeared meanwhile. The files already written are removed
 * again.
 */
function write(directory: string, texts: Readonly<Record<string, string>>): void {
  const written: string[] = [];
  try {
    for (const [name, text] of Object.entries(texts)) {
      const file = join(directory, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
      written.push(file);
    }
    copyFileSync(packageFile(SCHEMA_NAME), join(directory, SCHEMA_NAME), constants.COPYFILE_EXCL);
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    throw error;
  }
}

async function ask({ stdin, stderr, env, json }: World): Promise<string> {
  const fallback = `./${FOLDER_DEFAULT}`;
  if (stdin.isTTY !== true || json || variable(env, 'CI') !== undefined) return fallback;
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return (await asking.question(`Directory for policies and tests [${fallback}]: `)).trim() || fallback;
  } finally {
    asking.close();
  }
}
