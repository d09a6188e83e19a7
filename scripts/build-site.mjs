// SPDX-License-Identifier: Apache-2.0
/**
 * Builds the documentation into dist/site, unless the existing build is newer than all that it is made of. The folder
 * is all that a web server needs: `SVC_SITE_BASE` is the path that it will stand at, `/docs/` by default.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNewer, replaceFolder } from './newest.mjs';
import { root, run } from './run.mjs';

const BASE = process.env.SVC_SITE_BASE ?? '/docs/';
const BUILT = join(root, 'dist/site');
const CONFIG = join(root, 'site/rspress.config.ts');
const SOURCES = [
  'docs',
  ...['package.json', 'rspress.config.ts', 'prepare', 'theme'].map((name) => `site/${name}`),
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE'],
  ...['deploy', 'sdk/examples', 'web/src/theme', 'web/src/fonts', 'web/src/page/mark.tsx', 'web/public'],
  'package.json',
  'package-lock.json',
];

/** @param {string} [folder] receives the site; a folder that was named is always built anew */
export function buildSite(folder) {
  if (folder === undefined && isBuilt()) return;
  if (!/^\/(?:[\w.-]+\/)*$/.test(BASE)) {
    throw new Error(`SVC_SITE_BASE is ${BASE}: give a path with a slash at both ends, such as /svc/0.1.0/.`);
  }
  const fresh = join(root, 'node_modules/.cache', `site-${process.pid}`);
  const [pages, built] = [join(fresh, 'pages'), join(fresh, 'built')];
  const environment = { SVC_SITE_PAGES: pages, SVC_SITE_OUT: built, SVC_SITE_BASE: BASE, NODE_ENV: 'production' };
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  mkdirSync(fresh, { recursive: true });
  // The generator keeps files of its own in the folder that it runs in: two builds at a time have one each.
  run('Build of the documentation', 'rspress', ['build', '--config', CONFIG], environment, fresh);
  if (folder === undefined) {
    mkdirSync(dirname(BUILT), { recursive: true });
    replaceFolder(built, BUILT, isBuilt);
  } else {
    // It may be on another file system, and hold files of an older build.
    rmSync(resolve(folder), { recursive: true, force: true });
    cpSync(built, resolve(folder), { recursive: true });
  }
}

const isBuilt = () => isNewer(join(BUILT, 'index.html'), SOURCES);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildSite(process.argv[2]);
