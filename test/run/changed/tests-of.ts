// SPDX-License-Identifier: Apache-2.0
/**
 * The tests that a change can touch. Imports say most of it. A test that calls the running service imports all of it:
 * it counts where it stands beside code that the change reaches. A table has the rest.
 */
import { type ImportGraph, importersOf, loadedBy } from '../../tidy/import-graph.ts';
import { filesThatSpeakSql } from '../database-files.ts';

export interface ChosenTest {
  file: string;
  /** In a few words, with the file that led to it. */
  why: string;
}

/** They load the whole service, or the whole app: past them an import says nothing. */
const WIRING = new RegExp(
  [
    '^server/src/process/(app|service|main|tasks|connected-apps)\\.ts$',
    '^server/src/doors/routes/(\\w+/)?(index|deps|register)\\.ts$',
    '^test/harness/service/index\\.ts$',
    '^web/src/(main|app|routes|stand-in/index)\\.tsx?$',
  ].join('|'),
);

/** Changes that no import tells. `named` takes the tests that name the changed file in their text. */
const BESIDE_IMPORTS: readonly { changed: RegExp; tests: RegExp | 'named' | 'sql' }[] = [
  { changed: /^server\/src\/storage\/schema\/(migrations|tables)\//, tests: 'sql' },
  { changed: /^test\/cases\/.*\.yaml$/, tests: /^test\/cases\// },
  { changed: /^test\/dlp\//, tests: /^test\/dlp\// },
  { changed: /^(docs\/.*|[A-Z]+)\.md$/, tests: /^test\/tidy\// },
  { changed: /^python\/(?!tests\/)/, tests: /^test\/packages\/(python-package|served-packages)\./ },
  { changed: /^deploy\//, tests: /^test\/process\/deploy/ },
  { changed: /^web\/src\/.*(words|theme|ui\/)/, tests: /^test\/e2e\/(every-page\/|gallery)/ },
  { changed: /(^|\/)(package(-lock)?\.json|tsconfig[\w.]*\.json|vitest[\w.]*\.ts)$/, tests: /^test\/(tidy|run)\// },
  {
    changed: /^python\/src\/svc_sdk\/(verify\/|__main__\.py)/,
    tests: /^test\/(audit\/(second-verifier|signed-approvals)|process\/signed-approvals-guide)/,
  },
  { changed: /^contract\/src\//, tests: /^test\/(spec\/contract-document|generated\/)/ },
  {
    changed: /^server\/src\/(platform\/config|process\/commands)\//,
    tests: /^test\/(process\/(server-process|operator)|generated\/)/,
  },
  { changed: /^(?!.*package(-lock)?\.json$).*\.(?!tsx?$)\w+$/, tests: 'named' },
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** @param textOf the text of a file */
export function testsOf(
  graph: ImportGraph,
  changed: readonly string[],
  textOf: (file: string) => string,
): { chosen: ChosenTest[]; throughService: string[] } {
  const tests = [...graph.keys()].filter(isTest).sort();
  const chosen = new Map<string, string>();
  const choose = (file: string, why: string) => {
    if (!chosen.has(file)) chosen.set(file, why);
  };
  for (const file of changed) if (graph.has(file) && isTest(file)) choose(file, 'changed');
  const reached = importersOf(graph, changed, (file) => WIRING.test(file) && !changed.includes(file));
  for (const [file, through] of reached) if (isTest(file) && through !== null) choose(file, `imports ${through}`);
  const folders = new Map<string, string>();
  for (const [file] of reached) {
    const folder = isTest(file) || WIRING.test(file) ? null : folderOf(file);
    if (folder !== null && !folders.has(folder)) folders.set(folder, file);
  }
  for (const [folder, file] of folders) {
    for (const test of tests) if (test.startsWith(folder)) choose(test, `stands beside ${file}`);
  }
  for (const [test, file] of testsOfPages(tests, [...reached.keys()], textOf))
    choose(test, `opens the page of ${file}`);
  for (const file of changed) {
    for (const rule of BESIDE_IMPORTS.filter((one) => one.changed.test(file))) {
      for (const test of matching(rule.tests, graph, tests, file, textOf)) choose(test, `holds ${file}`);
    }
  }
  const all = importersOf(graph, changed);
  return {
    chosen: [...chosen].map(([file, why]) => ({ file, why })).sort((one, other) => (one.file < other.file ? -1 : 1)),
    throughService: tests.filter((test) => all.has(test) && !chosen.has(test)),
  };
}

/** A room of the server, the folder of one route or that of a page: tests beside call or open it. */
function folderOf(file: string): string | null {
  if (file.startsWith('web/')) return /^web\/src\/pages\/[^/]+\//.exec(file)?.[0] ?? null;
  if (file.startsWith('server/src/doors/routes/'))
    return /^server\/src\/doors\/routes\/\w+\/.*\//.exec(file)?.[0] ?? null;
  return /^server\/src\/[^/]+\/[^/]+\//.exec(file)?.[0] ?? null;
}

/** Tests in the browser import nothing of the app: they open the address of a page. */
function* testsOfPages(tests: readonly string[], reached: readonly string[], textOf: (file: string) => string) {
  const inBrowser = tests.filter((test) => test.startsWith('test/e2e/'));
  for (const file of reached) {
    const page = /^web\/src\/pages\/([^/]+)\//.exec(file)?.[1];
    if (page === undefined) continue;
    for (const test of inBrowser) {
      if (test.startsWith(`test/e2e/${page}`) || textOf(test).includes(`/app/${page}`)) yield [test, file] as const;
    }
  }
}

function matching(
  rule: RegExp | 'named' | 'sql',
  graph: ImportGraph,
  tests: readonly string[],
  changed: string,
  textOf: (file: string) => string,
): readonly string[] {
  if (rule === 'sql') return filesThatSpeakSql(graph).filter((test) => graph.has(test));
  if (rule !== 'named') return tests.filter((test) => rule.test(test));
  const name = changed.slice(changed.lastIndexOf('/') + 1);
  const naming = [...graph.keys()].filter((file) => /^test\/|\.test\.tsx?$/.test(file) && textOf(file).includes(name));
  return tests.filter((test) => naming.includes(test) || naming.some((file) => loadsOwn(graph, test, file)));
}

/** Support of tests that names a file stands for the tests that load it. */
const loadsOwn = (graph: ImportGraph, test: string, file: string) =>
  file.startsWith('test/') && !file.startsWith('test/harness/service/') && loadedBy(graph, test).has(file);
