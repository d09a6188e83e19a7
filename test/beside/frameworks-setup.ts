// SPDX-License-Identifier: Apache-2.0
/**
 * Installs the frameworks of the tests in sdk/compatibility/frameworks, at their newest and their oldest version. The
 * agents are copied beside the oldest ones, where their imports find those.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installBeside } from '../../scripts/install-beside.mjs';
import { ROOT } from '../tidy/source-files.ts';

const FOLDER = 'sdk/compatibility/frameworks';
/** `@ai-sdk/policy-opa` has one version, for the newest AI SDK. */
const ONLY_NEWEST = /ai-opa\.ts$/;

export function setup(): void {
  installBeside(FOLDER);
  installBeside(`${FOLDER}/oldest`);
  const copies = join(ROOT, FOLDER, 'oldest/dist');
  rmSync(copies, { recursive: true, force: true });
  cpSync(join(ROOT, FOLDER, 'agents'), copies, { recursive: true, filter: (file) => !ONLY_NEWEST.test(file) });
}
