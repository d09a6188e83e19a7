// SPDX-License-Identifier: Apache-2.0
/** The default place of policy files. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { World } from '../world.ts';

export const FOLDER_DEFAULT = 'svc';

/** The operand; else the folder of `init`, where it exists; else the current one. */
export function pathOf({ cwd }: World, operand: string | undefined): string {
  if (operand !== undefined) return resolve(cwd, operand);
  const folder = join(cwd, FOLDER_DEFAULT);
  return existsSync(folder) ? folder : cwd;
}
