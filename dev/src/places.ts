/** Where things are that the development server runs. */
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Checks the types, and builds what worker threads run. */
export const BUILD = join(ROOT, 'scripts/build-service.mjs');
