// SPDX-License-Identifier: Apache-2.0
/** Stored policies or budgets as files. Only changed files are written. */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holdsFieldsOfApiOnly } from '@svc/core/policy';
import { plainText } from '@svc/core/text-input';
import type { PolicyCondition } from '@svc/sdk';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain, printJson, printLines } from '../output/index.ts';
import {
  type FileForm,
  fileText,
  isPulledFile,
  policyFileNames,
  type Renewed,
  readText,
  renewedText,
} from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { FOLDER_DEFAULT } from './path.ts';
import { plural } from './plural.ts';

export interface PullOptions {
  readonly out?: string;
  readonly force?: boolean;
}

interface Pulled<Stored extends { name: string; condition?: PolicyCondition }> {
  readonly items: readonly Stored[];
  readonly form: FileForm<Stored>;
  /** One of them, and several; the folder has the name of several. */
  readonly nouns: readonly [one: string, many: string];
  /** Where they go to below the default folder; else the noun of several. */
  readonly folder?: string;
}

export async function pullFiles<Stored extends { name: string; condition?: PolicyCondition }>(
  world: World,
  { out, force = false }: PullOptions,
  { items, form, nouns, folder = nouns[1] }: Pulled<Stored>,
): Promise<ExitCode> {
  const [one, many] = nouns;
  const directory = resolve(world.cwd, out ?? join(FOLDER_DEFAULT, folder));
  mkdirSync(directory, { recursive: true });
  const fileNames = policyFileNames(items.map(({ name }) => name));
  const files: { name: string; file: string; written: boolean }[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const refused: { name: string; file: string; reason: string }[] = [];
  for (const item of items) {
    const { name } = item;
    if (holdsFieldsOfApiOnly(item)) {
      skipped.push({ name, reason: 'Its condition has dlpTypes or lgpdCategories, which policy files do not hold.' });
      continue;
    }
    const file = join(directory, fileNames.get(name) ?? '');
    const renewed = force ? { text: fileText(form, item) } : renew(file, form, item);
    if ('reason' in renewed) refused.push({ name, file, reason: renewed.reason });
    else files.push({ name, file, written: writeWhenChanged(file, renewed.text) });
  }
  const present = new Set(fileNames.values());
  const stale = readdirSync(directory).filter((file) => isPulledFile(file) && !present.has(file));
  if (world.json) printJson(world, { directory, files, refused, skipped, stale });
  else {
    const written = files.filter(({ written: isWritten }) => isWritten);
    const unchanged = files.length - written.length;
    printLines(world.stdout, [
      ...written.map(({ file }) => `wrote ${plain(file)}`),
      `${plural(files.length, one, many)} in ${plain(directory)}, ${unchanged} unchanged.`,
    ]);
    for (const file of stale) world.stderr.write(`svc: ${plain(file)} is of no stored ${one}. It was left as it is.\n`);
    for (const { name, reason } of skipped) world.stderr.write(`svc: no file for "${plain(name)}". ${reason}\n`);
    for (const { file, reason } of refused) {
      world.stderr.write(`svc: ${plain(file)} was left as it is. ${reason} --force replaces it.\n`);
    }
  }
  return refused.length === 0 ? EXIT.success : EXIT.failure;
}

/** A new file, and one in the place of a link, holds nothing else. */
function renew<Stored extends { name: string }>(path: string, form: FileForm<Stored>, stored: Stored): Renewed {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return { text: fileText(form, stored) };
  const read = readText(path);
  return 'fault' in read ? { reason: `It cannot be compared: ${read.fault}.` } : renewedText(read.text, form, stored);
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
