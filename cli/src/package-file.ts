// SPDX-License-Identifier: Apache-2.0
/**
 * Files that stand beside the program: its manifest and the schema of policy files. This module stays at the top of the
 * sources, so that one path serves the sources, the build and the bundle alike.
 */
import { readFileSync } from 'node:fs';

/** @param name of a file in the folder of the package, such as `package.json` @returns its address */
export function packageFile(name: 'package.json' | 'policy-file.schema.json'): URL {
  return new URL(`../${name}`, import.meta.url);
}

/** The version of this program. */
export function version(): string {
  const manifest = readFileSync(packageFile('package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
