// SPDX-License-Identifier: Apache-2.0
/** Builds the web app into web/dist, unless the existing build is newer than all its sources. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNewer, replaceFolder } from './newest.mjs';
import { root, run } from './run.mjs';

const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'core/src',
  'documents/src',
  'package-lock.json',
];
const BUILT = join(root, 'web/dist');
/** With the page that shows every part in every state: for tests, never for people. */
const WITH_GALLERY = join(root, 'node_modules/.cache/web-with-gallery');

/** @returns the folder */
export function buildWeb({ withGallery = false } = {}) {
  const folder = withGallery ? WITH_GALLERY : BUILT;
  if (!isBuilt(folder)) build(folder, withGallery);
  return folder;
}

function build(folder, withGallery) {
  // The build goes beside the old one, which stays to the last moment. Two builds at a time do not write into each
  // other.
  const fresh = join(root, 'node_modules/.cache', `web-${process.pid}`);
  const args = ['build', 'web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  // Every caller, including a test run, gets the production build: React has another build for development.
  run('Build of the app', 'vite', args, { NODE_ENV: 'production', SVC_WITH_GALLERY: String(withGallery) });
  replaceFolder(fresh, folder, () => isBuilt(folder));
}

const isBuilt = (folder) => isNewer(join(folder, 'index.html'), SOURCES);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(buildWeb({ withGallery: process.argv.includes('--with-gallery') }));
}
