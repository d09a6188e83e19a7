// SPDX-License-Identifier: Apache-2.0
/** How the site is made. `scripts/build-site.mjs` runs this, and says where the pages and the site go. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type RspressPlugin } from '@rspress/core';
import { finish } from './prepare/finish.ts';
import { GENERATOR_WORDS, inEnglish } from './prepare/generator-words.ts';
import { preparePages } from './prepare/index.ts';
import { menuOf } from './prepare/menu.ts';
import { ENGLISH, PORTUGUESE, ROOT } from './prepare/places.ts';
import { type Section, sectionsOf, writeSearchIndex } from './prepare/search-index.ts';

const { SVC_SITE_PAGES: pagesFolder = '', SVC_SITE_OUT: outDir = '', SVC_SITE_BASE: base = '/docs/' } = process.env;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const TITLE = 'svc';

const pages = preparePages(pagesFolder, base);

export default defineConfig({
  root: pagesFolder,
  outDir,
  base,
  themeDir: join(import.meta.dirname, 'theme'),
  title: TITLE,
  icon: '/favicon.svg',
  lang: ENGLISH,
  locales: [
    { lang: ENGLISH, label: 'English', title: TITLE },
    { lang: PORTUGUESE, label: 'Português', title: TITLE },
  ],
  i18nSource: (all) => ({ ...inEnglish(all), ...GENERATOR_WORDS }),
  mediumZoom: false,
  // The address says the language: a page never leads away from what was asked for.
  route: { localeRedirect: 'never', prefetchLink: false },
  markdown: {
    // Links to data, which is no page, were led there by `prepare`.
    link: { checkDeadLinks: { excludes: (url) => url.startsWith(base) }, checkAnchors: true },
  },
  themeConfig: {
    localeRedirect: 'never',
    enableScrollToTop: false,
    locales: [
      { lang: ENGLISH, label: 'English', sidebar: { '/': menuOf(pages, ENGLISH) } },
      { lang: PORTUGUESE, label: 'Português', sidebar: { [`/${PORTUGUESE}/`]: menuOf(pages, PORTUGUESE) } },
    ],
  },
  builderConfig: {
    source: { define: { SITE_VERSION: JSON.stringify(version) } },
    resolve: { alias: { 'site-tokens.css': join(pagesFolder, 'tokens.css') } },
    // Those that know `light-dark()`, as for the app: older ones get no colours of both themes from one rule.
    output: {
      cleanDistPath: false,
      overrideBrowserslist: ['chrome >= 123', 'edge >= 123', 'firefox >= 120', 'safari >= 17.5'],
    },
    performance: { printFileSize: false, buildCache: false },
  },
  plugins: [ownSearchAndPolicy()],
});

/** Its own search index in the place of the generator's, and pages that a strict policy for content allows. */
function ownSearchAndPolicy(): RspressPlugin {
  let sections: Map<string, Section[]> = new Map();
  return {
    name: 'svc',
    modifySearchIndexData(data) {
      sections = sectionsOf(data);
    },
    afterBuild() {
      writeSearchIndex(sections, outDir);
      finish(outDir, base);
    },
  };
}
