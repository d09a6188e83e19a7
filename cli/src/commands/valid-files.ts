/** Policy files for a command that sends them: wrong files are reported and end the command. */
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
