// SPDX-License-Identifier: Apache-2.0
/** The packages of this build, read once: their bytes, and what npm and Python's installers must know of each. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../../../../platform/installation/index.ts';

export const BUILT_PACKAGES = installed('dist/packages');
const INDEX = 'packages.json';

interface Built {
  /** Name of the file, such as `svc-sdk-0.1.0.tgz`. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
  /** SHA-512 in the form of lock files and of the attribute `integrity`. */
  readonly integrity: string;
}

interface NpmPackage extends Built {
  readonly kind: 'npm';
  /** The fields of package.json that an installation reads. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A wheel, or an archive of sources. */
export interface PythonFile extends Built {
  readonly kind: 'wheel' | 'sources';
  /** The versions of Python, such as `>=3.10`. */
  readonly requiresPython: string;
  /** In hexadecimal, as Python's installers compare it. */
  readonly sha256: string;
}

export type Package = NpmPackage | PythonFile;

type Entry = { file: string } & (
  | { manifest: { name: string; version: string } }
  | { python: { name: string; version: string; requiresPython: string } }
);

/** @returns null when the packages are not built */
export function readCatalogue(folder: string): readonly Package[] | null {
  const index = join(folder, INDEX);
  if (!existsSync(index)) return null;
  const entries = JSON.parse(readFileSync(index, 'utf8')) as Entry[];
  return entries.map((entry) => {
    const { file } = entry;
    const bytes = readFileSync(join(folder, file));
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if ('manifest' in entry) {
      const { name, version } = entry.manifest;
      return { kind: 'npm', file, name, version, manifest: { ...entry.manifest }, bytes, integrity };
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { kind: file.endsWith('.whl') ? 'wheel' : 'sources', file, ...entry.python, bytes, integrity, sha256 };
  });
}

/** The facts that npm reads before it installs a package, in the form of a registry's answer. */
export function packument({ name, version, manifest, integrity }: NpmPackage, url: string): object {
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: url, integrity } } },
  };
}

export const isOfNpm = (one: Package): one is NpmPackage => one.kind === 'npm';
export const isOfPython = (one: Package): one is PythonFile => one.kind !== 'npm';
