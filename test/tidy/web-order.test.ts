// SPDX-License-Identifier: Apache-2.0
/** The folders of the app have one written order too. Code that is loaded later may come from above: a page does. */
import { describe, expect, it } from 'vitest';
import { pathOf } from './import-graph.ts';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

/** From the lowest: the one client and what the browser keeps, parts, patterns, what is told of records, pages. */
const ORDER = [
  ...['api', 'preference', 'language', 'help', 'theme', 'ui', 'session', 'live'],
  ...['page', 'list', 'detail'],
  ...['audit-proof', 'decision', 'charts', 'registry', 'policy', 'account', 'review'],
  ...['entry', 'shell', 'pages', 'app', 'stand-in'],
];

const FILES = /^web\/src\/(?!.*\.test\.ts$).*\.tsx?$/;

/** The files beside the folders wire the app. */
const folderOf = (file: string): string => /^web\/src\/([\w-]+)\//.exec(file)?.[1] ?? 'app';

/** Words are leaves: the language gathers those that every page needs. */
const isWords = (file: string): boolean => /\/(\w+-)*words(-en|-pt-br)?\.ts$/.test(file);

function importsAtOnce(file: string): string[] {
  return [...readRepositoryFile(file).matchAll(/^(?:import|export|\}).*? from '([^']+)';$/gm)]
    .map(([, module = '']) => pathOf(file, module))
    .filter((target) => FILES.test(target) && !isWords(target));
}

describe('folders of the app', () => {
  const files = repositoryFiles().filter((path) => FILES.test(path));
  const across = files.flatMap((file) => importsAtOnce(file).map((target) => ({ file, target })));

  it('are all in the written order', () => {
    expect(files.length).toBeGreaterThan(500);
    expect([...new Set(files.map(folderOf))].sort()).toEqual([...ORDER].sort());
  });

  it('import only folders that stand before them: move what both need to the lower one', () => {
    expect(across.length).toBeGreaterThan(2_000);
    const upward = across.filter(({ file, target }) => ORDER.indexOf(folderOf(target)) > ORDER.indexOf(folderOf(file)));
    expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });
});
