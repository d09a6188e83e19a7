/**
 * Builds the web app into web/dist, unless what stands there is newer than all that it is made of. Comparing times costs
 * milliseconds, so a start with nothing changed does not wait for the bundler.
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
  // Beside the old one, which is there to the last moment; and two builds at a time do not write into each other.
  const fresh = join(root, 'node_modules/.cache', `web-${process.pid}`);
  const args = ['build', 'web', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  // Whoever asks for it, a test run too, gets what people get: React has another build for development.
  run('Build of the app', 'vite', args, { NODE_ENV: 'production' });
  rmSync(BUILT, { recursive: true, force: true });
  try {
    renameSync(fresh, BUILT);
  } catch (error) {
    // Another build was put there in between, of the same sources.
    if (!isBuilt()) throw error;
    rmSync(fresh, { recursive: true });
  }
}

function isBuilt() {
  const builtAtMs = statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs !== undefined && SOURCES.every((source) => newestMs(join(root, source)) < builtAtMs);
}

/** Of a file; or of a folder with everything in it, whose own time tells of a file that is gone. */
function newestMs(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWeb();
