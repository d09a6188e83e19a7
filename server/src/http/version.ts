/** Version of this build, from its own package file. */
import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

export const BUILD_VERSION: string = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
export const API_VERSION = 'v1';
