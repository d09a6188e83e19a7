/** `svc policies pull`: the stored policies as files. Only changed files are written. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain, printJson, printLines, withProgress } from '../output/index.ts';
import { holdsFieldsOfApiOnly, isPulledFile, policyFileNames, policyFileText } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { FOLDER_DEFAULT } from './path.ts';
import { plural } from './plural.ts';

interface Options {
  readonly out?: string;
}

export async function run(world: World, { out }: Options): Promise<ExitCode> {
  const { client } = connect(world.env);
  const { policies } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  const directory = resolve(world.cwd, out ?? join(FOLDER_DEFAULT, 'policies'));
  mkdirSync(directory, { recursive: true });
  const fileNames = policyFileNames(policies.map(({ name }) => name));
  const files: { name: string; file: string; written: boolean }[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const policy of policies) {
    const { name } = policy;
    if (holdsFieldsOfApiOnly(policy)) {
      skipped.push({ name, reason: 'Its condition has dlpTypes or lgpdCategories, which policy files do not hold.' });
      continue;
    }
    const file = join(directory, fileNames.get(name) ?? '');
    files.push({ name, file, written: writeWhenChanged(file, policyFileText(policy)) });
  }
  const present = new Set(fileNames.values());
  const stale = readdirSync(directory).filter((file) => isPulledFile(file) && !present.has(file));
  if (world.json) printJson(world, { directory, files, skipped, stale });
  else {
    const written = files.filter((one) => one.written);
    const unchanged = files.length - written.length;
    printLines(world.stdout, [
      ...written.map(({ file }) => `wrote ${plain(file)}`),
      `${plural(files.length, 'policy', 'policies')} in ${plain(directory)}, ${unchanged} unchanged.`,
    ]);
    for (const file of stale) world.stderr.write(`svc: ${plain(file)} is of no stored policy. It was left as it is.\n`);
    for (const { name, reason } of skipped) world.stderr.write(`svc: no file for "${plain(name)}". ${reason}\n`);
  }
  return EXIT.success;
}

/** Replaces a file as a whole; a link in its place is replaced, not followed. */
function writeWhenChanged(path: string, text: string): boolean {
  try {
    if (readFileSync(path, 'utf8') === text) return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const fresh = `${path}.${randomUUID()}`;
  try {
    writeFileSync(fresh, text, { flag: 'wx' });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return true;
}
