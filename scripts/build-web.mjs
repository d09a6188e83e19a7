/**
 * Builds the web app into web/dist, unless the existing build is newer than all its sources. Comparing times costs
 * milliseconds, so an unchanged start does not wait for the bundler.
 */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './run.mjs';

const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
];
const BUILT = join(root, 'web/dist');

export function buildWeb() {
  if (isBuilt()) return;
  // The build goes beside the old one, which stays to the last moment. Two builds at a time do not write into each
  // other.
  const fresh = join(root, 'node_modules/.cache', `web-${process.pid}`);
  const args = ['build', 'web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  // Every caller, including a test run, gets the production build: React has another build for development.
  run('Build of the app', 'vite', args, { NODE_ENV: 'production' });
  rmSync(BUILT, { recursive: true, force: true });
  try {
    renameSync(fresh, BUILT);
  } catch (error) {
    // Another build of the same sources appeared meanwhile.
    if (!isBuilt()) throw error;
    rmSync(fresh, { recursive: true });
  }
}

function isBuilt() {
  const builtAtMs = statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs !== undefined && SOURCES.every((source) => newestMs(join(root, source)) < builtAtMs);
}

/** The time of a file; or of a folder with all its contents, whose own time reveals a deleted file. */
function newestMs(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWeb();
