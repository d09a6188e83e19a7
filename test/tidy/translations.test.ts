// SPDX-License-Identifier: Apache-2.0
/** A guide in Portuguese has the parts of the English one, in its order: only the words between them differ. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from './prose.ts';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

const ENGLISH = 'docs/guides';
const PORTUGUESE = 'docs/pt-BR/guides';
const namesIn = (folder: string): string[] =>
  repositoryFiles().flatMap((file) => new RegExp(`^${folder}/([^/]+\\.md)$`).exec(file)?.[1] ?? []);

const BLOCK = /^ *```[\s\S]*?^ *```$/gm;

/** Headings by their level, table rows by their cells, and code blocks as they are, in order. */
function partsOf(markdown: string): string[] {
  const parts = [...markdown.matchAll(new RegExp(`${BLOCK.source}|^(#+) .*$|^\\|.*$`, 'gm'))];
  return parts.map(([part, level]) => level ?? (part.startsWith('|') ? `${part.split('|').length - 2} cells` : part));
}

/** Names of fields, commands and values: what stands as code within the text. */
function codeOf(markdown: string): string[] {
  const text = markdown.replace(BLOCK, '');
  return [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' ')))].sort();
}

/** Each link as a file and the place of a heading in it. */
function linksOf(folder: string, name: string): string[] {
  const links = [...readRepositoryFile(join(folder, name)).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  return links.map(([, path = '', anchor]) => {
    if (path.startsWith('https:')) return path;
    const file = path === '' ? join(folder, name) : join(folder, path);
    return anchor === undefined ? file : `${file}#${anchorsOf(readRepositoryFile(file)).indexOf(anchor)}`;
  });
}

const names = namesIn(PORTUGUESE);

describe('the guides in Portuguese', () => {
  it('are as many as the English ones, by the same names', () => {
    expect(names).toEqual(namesIn(ENGLISH));
  });

  it.each(names)('%s has the headings, table rows and code blocks of the English page', (name) => {
    const parts = partsOf(readRepositoryFile(join(PORTUGUESE, name)));
    expect(parts).toEqual(partsOf(readRepositoryFile(join(ENGLISH, name))));
  });

  it.each(names)('%s names the same fields, commands and values', (name) => {
    const code = codeOf(readRepositoryFile(join(PORTUGUESE, name)));
    expect(code).toEqual(codeOf(readRepositoryFile(join(ENGLISH, name))));
  });

  it.each(names)('%s links to the same places, and to other guides in Portuguese', (name) => {
    const expected = linksOf(ENGLISH, name).map((link) => link.replace(`${ENGLISH}/`, `${PORTUGUESE}/`));
    expect(linksOf(PORTUGUESE, name).sort()).toEqual(expected.sort());
  });
});
