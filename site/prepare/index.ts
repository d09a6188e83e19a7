// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the folder of pages that the generator reads: each document in both languages, with links that lead to pages.
 * A document without a translation stands in the Portuguese part too, in English and marked as such.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { API_TITLE, apiPage } from './api-page.ts';
import { anchorsOf, type Leads, withLinks } from './links.ts';
import type { MenuPage } from './menu.ts';
import {
  ENGLISH,
  filesBelow,
  isTranslation,
  LANGUAGES,
  type Language,
  type Place,
  PORTUGUESE,
  placeOf,
  ROOT,
} from './places.ts';
import { tokens } from './tokens.ts';

const CONTRACT = 'reference/openapi.json';
/** Written from the contract: it has no file in docs/. */
const API: MenuPage = {
  route: 'reference/api',
  title: { en: API_TITLE, 'pt-BR': 'Referência da API' },
  isTranslated: false,
};

/** @param folder receives the pages @param base of the site, such as `/docs/` */
export function preparePages(folder: string, base: string): MenuPage[] {
  const pages: MenuPage[] = [];
  const waiting = filesBelow('docs')
    .filter((file) => !isTranslation(file))
    .map((file) => placeOf(file) as Place);
  const seen = new Set(waiting.map(({ route }) => route));
  const meet = (place: Place): void => {
    if (seen.has(place.route) || isTranslation(place.file)) return;
    seen.add(place.route);
    waiting.push(place);
  };
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.kind === 'data') copy(next.file, join(folder, 'public', next.route));
    else pages.push(prepare(next, folder, base, meet));
  }
  for (const language of LANGUAGES) writePage(folder, language, API.route, apiPage(base), 'mdx');
  pages.push(API);
  copy('web/public/favicon.svg', join(folder, 'public/favicon.svg'));
  writeFileSync(join(folder, 'public/versions.json'), '{ "versions": [] }\n');
  writeFileSync(join(folder, 'tokens.css'), tokens());
  return pages;
}

/** A line for who changes docs/: it tells readers of the site nothing. */
const FOR_WRITERS = /^Written from the code by `npm run generate`; edits here are lost\.\n\n/m;

function prepare(place: Place, folder: string, base: string, meet: (place: Place) => void): MenuPage {
  const translation = translationOf(place.file);
  const isTranslated = translation !== null;
  const title = { [ENGLISH]: '', [PORTUGUESE]: '' };
  for (const language of [ENGLISH, PORTUGUESE] as const) {
    const isOwn = language === ENGLISH || isTranslated;
    const file = language === PORTUGUESE ? (translation ?? place.file) : place.file;
    const text = textOf({ ...place, file }).replace(FOR_WRITERS, '');
    title[language] = titleOf(text) ?? place.file;
    const leads: Leads = (target, rest) => {
      meet(target);
      return addressOf(target, isOwn ? rest : anchorIn(target, rest), language, base);
    };
    const matter = isOwn ? {} : { writtenIn: ENGLISH };
    const isShown = place.kind === 'document';
    writePage(
      folder,
      language,
      place.route,
      withMatter(withKnownCode(withLinks(text, file, leads)), { ...matter, ...(!isShown && { search: false }) }),
    );
  }
  return { route: place.route, title, isTranslated };
}

/** @returns null for a document that is in English alone */
function translationOf(file: string): string | null {
  const path = file.replace(/^docs\//, `docs/${PORTUGUESE}/`);
  return path !== file && existsSync(join(ROOT, path)) ? path : null;
}

/** A link of an English document to a heading, in the Portuguese part: the same heading has other words there. */
function anchorIn({ file }: Place, rest: string): string {
  const translation = translationOf(file);
  if (translation === null || !rest.startsWith('#')) return rest;
  const [own, theirs] = [file, translation].map((path) => anchorsOf(readFileSync(join(ROOT, path), 'utf8')));
  return `#${theirs?.[own?.indexOf(rest.slice(1)) ?? -1] ?? rest.slice(1)}`;
}

/** Data is the same in both languages, and no page. The contract has a page that is written from it. */
function addressOf({ file, kind, route: at }: Place, rest: string, from: Language, base: string): string {
  const language = isTranslation(file) ? PORTUGUESE : from;
  const isContract = at === CONTRACT;
  const route = isContract ? API.route : at;
  // The generator sets the base before a picture itself.
  if (kind === 'data' && !isContract) return `${isPicture(file) ? '/' : base}${route}${rest}`;
  const path = route.replace(/(^|\/)index$/, '$1');
  return `/${language === ENGLISH ? '' : `${language}/`}${path}${rest}`;
}

const isPicture = (file: string): boolean => file.endsWith('.png');

function textOf({ file, kind }: Place): string {
  const path = join(ROOT, file);
  if (kind === 'document') return readFileSync(path, 'utf8');
  if (kind === 'folder') {
    const names = readdirSync(path).filter((name) => statSync(join(path, name)).isFile());
    const name = file.split('/').at(-1);
    return [`# ${file}`, '', ...names.map((one) => `- [${one}](${name}/${one})`), ''].join('\n');
  }
  const text = readFileSync(path, 'utf8').trimEnd();
  return [`# ${file.split('/').at(-1)}`, '', `\`${file}\``, '', `\`\`\`\`${languageOf(file)}`, text, '````', ''].join(
    '\n',
  );
}

const HIGHLIGHTED: Readonly<Record<string, string>> = {
  '.conf': 'nginx',
  '.ts': 'ts',
  '.mjs': 'js',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.py': 'python',
  '.sh': 'sh',
  '.service': 'ini',
  '.toml': 'toml',
};
const languageOf = (file: string): string => HIGHLIGHTED[extname(file)] ?? 'txt';

/** The generator refuses code in a language that it does not know. */
const KNOWN = new Set([
  'diff',
  'go',
  'http',
  'ini',
  'js',
  'json',
  'lua',
  'nginx',
  'python',
  'sh',
  'sql',
  'toml',
  'ts',
  'tsx',
  'txt',
  'yaml',
]);
function withKnownCode(text: string): string {
  return text.replace(/^( *(?:```+|~~~+))(\w+)/gm, (whole, fence: string, name: string) =>
    KNOWN.has(name) ? whole : `${fence}txt`,
  );
}

/** The first heading, as plain text. */
function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '').trim();
}

function withMatter(text: string, added: object): string {
  const lines = Object.entries(added).map(([name, value]) => `${name}: ${value}`);
  if (lines.length === 0) return text;
  const own = /^---\n([\s\S]*?)\n---\n/.exec(text);
  return own === null
    ? `---\n${lines.join('\n')}\n---\n\n${text}`
    : `---\n${own[1]}\n${lines.join('\n')}\n---\n${text.slice(own[0].length)}`;
}

function writePage(folder: string, language: Language, route: string, text: string, form: 'md' | 'mdx' = 'md'): void {
  const path = join(folder, language, `${route}.${form}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(ROOT, file), to);
}
