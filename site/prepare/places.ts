// SPDX-License-Identifier: Apache-2.0
/**
 * Where each file of the repository stands on the site. Documents of docs/ keep their place, documents above it come
 * under project/, other files are shown under files/. Data of docs/, such as schemas, are served as they are.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const ROOT = dirname(dirname(import.meta.dirname));
export const ENGLISH = 'en';
export const PORTUGUESE = 'pt-BR';
export type Language = typeof ENGLISH | typeof PORTUGUESE;
export const LANGUAGES = [ENGLISH, PORTUGUESE] as const;

const DOCS = 'docs/';
const TRANSLATED = `${DOCS}${PORTUGUESE}/`;

type Kind = 'document' | 'data' | 'file' | 'folder';
export interface Place {
  /** The path of the file from the root of the repository. */
  readonly file: string;
  readonly kind: Kind;
  /** The address below the language, without an extension; that of data has one. */
  readonly route: string;
}

/** @param file from the root of the repository @returns null for a path that leads nowhere */
export function placeOf(file: string): Place | null {
  const path = join(ROOT, file);
  if (file.startsWith('..') || !existsSync(path)) return null;
  if (statSync(path).isDirectory()) return placeOfFolder(file.replace(/\/$/, ''));
  const below = file.startsWith(TRANSLATED) ? file.slice(TRANSLATED.length) : file.slice(DOCS.length);
  if (file.endsWith('.md')) {
    const route = file.startsWith(DOCS) ? below : `project/${file.toLowerCase()}`;
    return { file, kind: 'document', route: route.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '') };
  }
  // A browser shows text, and saves SQL.
  if (file.startsWith(DOCS)) return { file, kind: 'data', route: below.replace(/\.sql$/, '$&.txt') };
  return { file, kind: 'file', route: shown(file) };
}

/** A folder of documents has a page of its own, or is told by the start page; others are lists of their files. */
function placeOfFolder(folder: string): Place | null {
  const readme = posix.join(folder, 'README.md');
  if (existsSync(join(ROOT, readme))) return placeOf(readme);
  if (folder.startsWith(TRANSLATED)) return placeOf(`${TRANSLATED}README.md`);
  if (folder.startsWith(DOCS)) return placeOf(`${DOCS}README.md`);
  return { file: folder, kind: 'folder', route: `${shown(folder)}/index` };
}

/** A dot would end the name of a page. */
const shown = (file: string): string => `files/${file.replaceAll('.', '-').replace(/\/$/, '')}`;

/** All files of docs/, or of one of its folders, in the order of their names. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(ROOT.length + 1), entry.name))
    .sort();
}

export const isTranslation = (file: string): boolean => file.startsWith(TRANSLATED);
