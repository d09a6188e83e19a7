// SPDX-License-Identifier: Apache-2.0
/** The search looks through each section of each page, as plain text. Each language has one file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageIndexInfo } from '@rspress/core';

export interface Section {
  /** The address below the base of the site. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** The language of the text, where it is not that of the page's frame. */
  readonly writtenIn?: string;
}

export function sectionsOf(pages: readonly PageIndexInfo[]): Map<string, Section[]> {
  const sections = new Map<string, Section[]>();
  for (const page of pages) {
    if (page.frontmatter.search === false) continue;
    const own = sections.get(page.lang) ?? [];
    sections.set(page.lang, own);
    own.push(...ofPage(page));
  }
  return sections;
}

function ofPage({ routePath, title, toc, content, frontmatter, lang }: PageIndexInfo): Section[] {
  const heads = [{ id: '', text: title, charIndex: 0 }, ...toc.filter(({ depth }) => depth > 1)];
  const { writtenIn } = frontmatter as { writtenIn?: string };
  return heads.map(({ id, text, charIndex }, index) => ({
    id: id === '' ? routePath : `${routePath}#${id}`,
    page: title,
    heading: text.replaceAll('`', ''),
    text: below(text, content.slice(charIndex, heads[index + 1]?.charIndex)),
    ...(writtenIn !== undefined && writtenIn !== lang && { writtenIn }),
  }));
}

/** The text of a section without its heading, and without the forms of the API reference. */
function below(heading: string, text: string): string {
  const flat = text
    .replaceAll(/<[A-Z]\w+ .*\/>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const head = heading.replaceAll('`', '');
  return flat.startsWith(head) ? flat.slice(head.length).trim() : flat;
}

export function writeSearchIndex(sections: ReadonlyMap<string, readonly Section[]>, folder: string): void {
  mkdirSync(join(folder, 'search'), { recursive: true });
  for (const [language, own] of sections)
    writeFileSync(join(folder, 'search', `${language}.json`), JSON.stringify(own));
}
