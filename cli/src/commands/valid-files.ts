// SPDX-License-Identifier: Apache-2.0
/** Policy files for a command that sends them: wrong files are reported and end the command. */
import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import type { PolicyFiles } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { plural } from './plural.ts';
import { readFiles, reportFaults } from './policies-validate.ts';

/** @throws Failure when any of them is wrong; nothing is sent then */
export function readValidFiles(world: World, path: string): PolicyFiles {
  const read = readFiles(world, path);
  if (!world.json) reportFaults(world, read);
  if (read.errors.length === 0) return read;
  const fields = Object.fromEntries(
    read.errors.map(({ file, line, column, message }) => [`${file}:${line}:${column}`, message]),
  );
  const message = `The files have ${plural(read.errors.length, 'error')}; nothing was sent.`;
  throw new Failure('invalid_files', message, 1, world.json ? fields : {});
}

/** Without any file everything would be asked of no policy: the path is probably wrong. */
export function localPolicies(
  world: World,
  read: PolicyFiles,
  folder: string,
  path: string | undefined,
): PolicyFiles['policies'] {
  const source = path === undefined ? read : readValidFiles(world, resolve(world.cwd, path));
  if (source.policies.length > 0) return source.policies;
  const place = path ?? folder;
  throw new Failure('no_policies', `There is no policy file under ${place}. Say where they are: --policies <path>.`);
}
