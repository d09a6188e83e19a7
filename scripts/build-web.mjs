/**
 * Builds the web app into web/dist, unless what stands there is newer than all that it is made of. Comparing times costs
 * a millisecond; so a start with nothing changed does not wait for the bundler.
 */
import { readdirSync, statSync } from 'node:fs';
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
const BUILT = 'web/dist/index.html';

export function buildWeb() {
  if (isBuilt()) return;
  run('Build of the app', 'vite', ['build', 'web', '--logLevel', 'warn']);
}

function isBuilt() {
  const builtAtMs = statSync(join(root, BUILT), { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs !== undefined && SOURCES.every((source) => newestMs(join(root, source)) < builtAtMs);
}

/** Of a file, or of everything in a folder and the folder itself, whose own time tells of a file that is gone. */
function newestMs(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWeb();
