/** Where things are that the development server runs. */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

const require = createRequire(import.meta.url);
export const TYPESCRIPT = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
