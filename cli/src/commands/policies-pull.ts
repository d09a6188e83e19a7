// SPDX-License-Identifier: Apache-2.0
/** `svc policies pull`: the stored policies as files. Only changed files are written. */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holdsFieldsOfApiOnly } from '@svc/core/policy';
import { plainText } from '@svc/core/text-input';
import type { StoredPolicy } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain, printJson, printLines, withProgress } from '../output/index.ts';
import {
  isPulledFile,
  policyFileNames,
  policyFileText,
  type Renewed,
  readText,
  renewedText,
} from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { FOLDER_DEFAULT } from './path.ts';
import { plural } from './plural.ts';

interface Options {
  readonly out?: string;
  readonly force?: boolean;
}

export async function run(world: World, { out, force = false }: Options): Promise<ExitCode> {
  const { client } = connect(world.env);
  const { policies } = await withProgress(world, 'Reading the policies', () => client.policies.list());
  const directory = resolve(world.cwd, out ?? join(FOLDER_DEFAULT, 'policies'));
  mkdirSync(directory, { recursive: true });
  const fileNames = policyFileNames(policies.map(({ name }) => name));
  const files: { name: string; file: string; written: boolean }[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const refused: { name: string; file: string; reason: string }[] = [];
  for (const policy of policies) {
    const { name } = policy;
    if (holdsFieldsOfApiOnly(policy)) {
      skipped.push({ name, reason: 'Its condition has dlpTypes or lgpdCategories, which policy files do not hold.' });
      continue;
    }
    const file = join(directory, fileNames.get(name) ?? '');
    const renewed = force ? { text: policyFileText(policy) } : renew(file, policy);
    if ('reason' in renewed) refused.push({ name, file, reason: renewed.reason });
    else files.push({ name, file, written: writeWhenChanged(file, renewed.text) });
  }
  const present = new Set(fileNames.values());
  const stale = readdirSync(directory).filter((file) => isPulledFile(file) && !present.has(file));
  if (world.json) printJson(world, { directory, files, refused, skipped, stale });
  else {
    const written = files.filter((one) => one.written);
    const unchanged = files.length - written.length;
    printLines(world.stdout, [
      ...written.map(({ file }) => `wrote ${plain(file)}`),
      `${plural(files.length, 'policy', 'policies')} in ${plain(directory)}, ${unchanged} unchanged.`,
    ]);
    for (const file of stale) world.stderr.write(`svc: ${plain(file)} is of no stored policy. It was left as it is.\n`);
    for (const { name, reason } of skipped) world.stderr.write(`svc: no file for "${plain(name)}". ${reason}\n`);
    for (const { file, reason } of refused) {
      world.stderr.write(`svc: ${plain(file)} was left as it is. ${reason} --force replaces it.\n`);
    }
  }
  return refused.length === 0 ? EXIT.success : EXIT.failure;
}

/** A new file, and one in the place of a link, holds the policy alone. */
function renew(path: string, policy: StoredPolicy): Renewed {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return { text: policyFileText(policy) };
  const read = readText(path);
  return 'fault' in read ? { reason: `It cannot be compared: ${read.fault}.` } : renewedText(read.text, policy);
}

/** Replaces a file as a whole; a link in its place is replaced, not followed. */
function writeWhenChanged(path: string, text: string): boolean {
  try {
    // Line ends are those of the person's system.
    if (plainText(readFileSync(path, 'utf8')) === text) return false;
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
