// SPDX-License-Identifier: Apache-2.0
/**
 * Which file imports which: for the rules of the tree, and to find the tests that a change can touch. It reads texts
 * and loads no module.
 */
import { dirname, join, normalize } from 'node:path';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

/** Modules that a file names: static, late and bare imports, exports from elsewhere, types included. */
export function importsIn(text: string): string[] {
  return [FROM, BARE, LATE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, module = '']) => module));
}

const FROM = /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'/g;
const BARE = /(?:^|\n)\s*import\s*'([^']+)'/g;
const LATE = /\bimport\(\s*'([^']+)'/g;
/** A module that another process or thread runs. */
const BESIDE = /\bnew URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g;

/** A relative module as a path from the root; any other as it is named. */
export function pathOf(file: string, module: string): string {
  return module.startsWith('.') ? normalize(join(dirname(file), module)) : module;
}

/** The files that each source file loads, as paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Programs of a build, and the sources that they are built of. */
const BUILT: Readonly<Record<string, string>> = {
  'server/bin/svc-server.js': 'server/src/process/main.ts',
  'dist/service/main.js': 'server/src/process/main.ts',
  'cli/bin/svc.js': 'cli/src/main.ts',
};

export function readImportGraph(): ImportGraph {
  const files = repositoryFiles();
  const exists = new Set(files);
  const packages = packagesOf(files);
  const target = (file: string, module: string): string[] => {
    const path = module.startsWith('.') ? pathOf(file, module) : (packages(module) ?? '');
    const found = BUILT[path] ?? [path, path.replace(/\.jsx?$/, '.ts')].find((candidate) => exists.has(candidate));
    return found === undefined ? [] : [found];
  };
  return new Map(
    files
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => {
        const text = readRepositoryFile(file);
        const beside = [...text.matchAll(BESIDE)].map(([, module = '']) => `./${module}`);
        return [file, [...importsIn(text), ...beside].flatMap((module) => target(file, module))];
      }),
  );
}

/** Finds the source of a module of a workspace by the exports of its package. */
function packagesOf(files: readonly string[]): (module: string) => string | null {
  const sources = new Map<string, string>();
  for (const file of files.filter((path) => /^\w+\/package\.json$/.test(path))) {
    const { name, exports } = JSON.parse(readRepositoryFile(file)) as Manifest;
    for (const [entry, target] of Object.entries(exports ?? {})) {
      const source = typeof target === 'string' ? target : target['svc-source'];
      if (source !== undefined) sources.set(join(name, entry), join(dirname(file), source));
    }
  }
  return (module) => {
    const named = module.replace(/^#harness\//, '@svc/test/harness/');
    const exact = sources.get(named);
    if (exact !== undefined) return exact;
    for (const [entry, source] of sources) {
      const [before = '', after] = entry.split('*');
      if (after === undefined || !named.startsWith(before) || !named.endsWith(after)) continue;
      return source.replace('*', named.slice(before.length, named.length - after.length));
    }
    return null;
  };
}

interface Manifest {
  name: string;
  exports?: Record<string, string | Record<string, string>>;
}

/** All that a file loads, directly or not, and the file itself. */
export function loadedBy(graph: ImportGraph, file: string): Set<string> {
  const found = new Set([file]);
  // A set that grows while it is read: each file is looked at once.
  for (const one of found) for (const next of graph.get(one) ?? []) found.add(next);
  return found;
}

/**
 * The files that load one of the given files, directly or not, and these files themselves.
 * @param isEnd a file of which no importer is looked for
 * @returns each with the one of its imports that leads there; null for a given file
 */
export function importersOf(
  graph: ImportGraph,
  files: readonly string[],
  isEnd: (file: string) => boolean = () => false,
): Map<string, string | null> {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of graph) {
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file]);
  }
  const found = new Map<string, string | null>(files.map((file) => [file, null]));
  for (const [file] of found) {
    if (isEnd(file)) continue;
    for (const importer of importers.get(file) ?? []) if (!found.has(importer)) found.set(importer, file);
  }
  return found;
}
