// SPDX-License-Identifier: Apache-2.0
/** The packages of this build, read once: their bytes, and what npm must know of each. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../../../../platform/installation/index.ts';

export const BUILT_PACKAGES = installed('dist/packages');
const INDEX = 'packages.json';

export interface Package {
  /** Name of the file, such as `svc-sdk-0.1.0.tgz`. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  /** The fields of package.json that an installation reads. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  /** SHA-512 in the form of lock files and of the attribute `integrity`. */
  readonly integrity: string;
}

interface Entry {
  file: string;
  manifest: { name: string; version: string };
}

/** @returns null when the packages are not built */
export function readCatalogue(folder: string): readonly Package[] | null {
  const index = join(folder, INDEX);
  if (!existsSync(index)) return null;
  const entries = JSON.parse(readFileSync(index, 'utf8')) as Entry[];
  return entries.map(({ file, manifest }) => {
    const bytes = readFileSync(join(folder, file));
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    return { file, name: manifest.name, version: manifest.version, manifest: { ...manifest }, bytes, integrity };
  });
}

/** The facts that npm reads before it installs a package, in the form of a registry's answer. */
export function packument({ name, version, manifest, integrity }: Package, url: string): object {
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: url, integrity } } },
  };
}
