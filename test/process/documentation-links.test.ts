// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every link and anchor of the built documentation leads somewhere, in both languages. So do those of the
 * app's help and of its errors, and the pages that our programs name. Nothing of a page comes from another host.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ERRORS, type ErrorCode } from '@svc/contract';
import { expect, it } from 'vitest';
import { errorUrl, HELP, type Help, helpUrl } from '../../web/src/help/index.ts';
import { ROOT, readRepositoryFile, repositoryFiles } from '../tidy/source-files.ts';

const SITE = join(ROOT, 'dist/site');
const BASE = '/docs/';
const LANGUAGES = ['en', 'pt-BR'] as const;

interface Built {
  text: string;
  ids: ReadonlySet<string>;
  links: readonly string[];
}

const files = readdirSync(SITE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(entry.parentPath, entry.name).slice(SITE.length + 1));

const pages = new Map(files.filter((file) => file.endsWith('.html')).map((file) => [file, readPage(file)] as const));

function readPage(file: string): Built {
  const text = readFileSync(join(SITE, file), 'utf8');
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => unescaped(id)));
  const links = [...text.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, link = '']) => unescaped(link));
  return { text, ids, links };
}

function unescaped(text: string): string {
  return text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** @param from a file of the site @returns why the link leads nowhere, or null */
function faultOf(link: string, from: string): string | null {
  if (/^(?:https?:|mailto:)/.test(link)) return null;
  const url = new URL(link, `http://site${BASE}${from}`);
  if (!url.pathname.startsWith(BASE)) return 'leads out of the documentation';
  const path = decodeURIComponent(url.pathname.slice(BASE.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!existsSync(join(SITE, file))) return 'no such page';
  const anchor = decodeURIComponent(url.hash.slice(1));
  return anchor === '' || pages.get(file)?.ids.has(anchor) === true ? null : 'no such heading';
}

it('has pages of both languages, each with a page of the other', () => {
  const english = [...pages.keys()].filter((file) => !file.startsWith('pt-BR/') && file !== '404.html');
  expect(english.length).toBeGreaterThan(120);
  expect(english.filter((file) => !pages.has(`pt-BR/${file}`))).toEqual([]);
  const guides = readdirSync(join(ROOT, 'docs/pt-BR/guides'));
  for (const guide of guides) {
    expect(pages.get(`pt-BR/guides/${guide.replace('.md', '.html')}`)?.text).not.toContain('class="svc-note"');
  }
});

it('leads nowhere in vain', () => {
  const lost = [...pages].flatMap(([file, { links }]) =>
    links.flatMap((link) => {
      const fault = faultOf(link, file);
      return fault === null ? [] : [`${file}: ${link}: ${fault}`];
    }),
  );
  expect([...pages.values()].reduce((sum, { links }) => sum + links.length, 0)).toBeGreaterThan(10_000);
  expect([...new Set(lost)]).toEqual([]);
});

it('has an anchor on every heading within a page', () => {
  const bare = [...pages].flatMap(([file, { text }]) =>
    [...text.matchAll(/<h([2-6])\b([^>]*)>/g)]
      .filter(([, , attributes = '']) => !/ id="[^"]+"/.test(attributes))
      .map(([heading]) => `${file}: ${heading}`),
  );
  expect(bare).toEqual([]);
});

it('is what the app leads to', () => {
  const topics = Object.keys(HELP) as Help[];
  const urls = LANGUAGES.flatMap((language) => [
    ...topics.map((topic) => helpUrl(topic, language)),
    ...(Object.keys(ERRORS) as ErrorCode[]).map((code) => errorUrl(code, language)),
  ]);
  expect(urls.map((url) => [url, faultOf(url, 'index.html')]).filter(([, fault]) => fault !== null)).toEqual([]);
});

it('is what the programs name, as files of a release', () => {
  const sources = repositoryFiles().filter((file) => /^(?:cli|sdk|server)\/src\/(?!.*\.test\.ts$).*\.ts$/.test(file));
  const named = sources.flatMap((file) =>
    [...readRepositoryFile(file).matchAll(/\bdocs\/[\w/-]+\.(?:md|json)\b/g)].map(([path]) => path),
  );
  expect(named.length).toBeGreaterThan(3);
  expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('loads everything from its own folder, and holds nothing that the policy for content forbids', () => {
  for (const [file, { text }] of pages) {
    const loaded = [
      ...text.matchAll(/<(?:script|img|iframe|source)\b[^>]*? src="([^"]*)"|<link\b[^>]*? href="([^"]*)"/g),
    ];
    for (const [, source, href] of loaded)
      expect([file, source ?? href]).toEqual([file, expect.stringMatching(/^\/docs\//)]);
    expect({
      file,
      inline: /<style\b|<script>| style="| on\w+="/.exec(text.replace(/<code[\s\S]*?<\/code>/g, ''))?.[0],
    }).toEqual({ file });
  }
  for (const file of files.filter((one) => one.endsWith('.css'))) {
    expect(readFileSync(join(SITE, file), 'utf8')).not.toMatch(/url\((?!["']?(?:\/docs\/|data:))|@import/);
  }
});

it('has the menu of versions as a file that who hosts it may change', () => {
  expect(JSON.parse(readFileSync(join(SITE, 'versions.json'), 'utf8'))).toEqual({ versions: [] });
  expect(files).not.toContain('versions.json.gz');
});
