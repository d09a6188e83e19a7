/** Which files `npm run test:thorough` runs: found by what they import, so that none can be forgotten. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const WORKSPACES = ['contract', 'core', 'documents', 'sdk', 'cli', 'postgres', 'server', 'web', 'test'];
/** Built or installed, so never a source. */
const SKIPPED = /(^|\/)(node_modules|dist)(\/|$)/;
const AMOUNT = 'test/harness/amount/index.ts';

/** Guarantees that `npm test` leaves to the thorough run, each for what it takes beside our own code and PostgreSQL. */
export const ONLY_THOROUGH: readonly string[] = [
  // Attacks beside the first one, a kill -9 under load.
  'test/chaos/{database-away,killed-deliveries,oauth-single-use,two-processes}.test.ts',
  // The whole archive, built and installed as an operator does.
  'test/packages/release.test.ts',
];

/**
 * @param root the folder of the repository
 * @returns the test files that ask `#harness/amount` how much to show, themselves or through a module that they import
 */
export function filesOfAmounts(root: string): string[] {
  const importers = new Map<string, string[]>();
  for (const file of WORKSPACES.flatMap((workspace) => sourcesIn(root, workspace))) {
    for (const imported of importsOf(root, file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  const found = new Set([AMOUNT]);
  // A set that grows while it is read: each importer is looked at once.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter((file) => /\.test\.tsx?$/.test(file)).sort();
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (SKIPPED.test(path)) return [];
    if (entry.isDirectory()) return sourcesIn(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Paths from the root of what a file imports: by a relative path, or out of the harness by its name. */
function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)]
    .flatMap(([, specifier = '']) => {
      if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))];
      const harness = /^(?:#|@svc\/test\/)(harness\/.+)$/.exec(specifier)?.[1];
      if (harness === undefined) return [];
      return [harness.endsWith('.ts') ? `test/${harness}` : `test/${harness}/index.ts`];
    })
    .filter((path) => existsSync(join(root, path)));
}
