/** Where policy files are, when nothing else is said. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { World } from '../world.ts';

export const FOLDER_DEFAULT = 'svc';

/** The operand; else the folder that `init` makes, where it is; else the current one. */
export function pathOf({ cwd }: World, operand: string | undefined): string {
  if (operand !== undefined) return resolve(cwd, operand);
  const folder = join(cwd, FOLDER_DEFAULT);
  return existsSync(folder) ? folder : cwd;
}
