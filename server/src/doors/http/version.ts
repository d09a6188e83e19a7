// SPDX-License-Identifier: Apache-2.0
/** Version of this build, from its own package file. */
import { readFileSync } from 'node:fs';
import { installed } from '../../platform/installation/index.ts';

const MANIFEST = readFileSync(installed('server/package.json'), 'utf8');

export const BUILD_VERSION: string = (JSON.parse(MANIFEST) as { version: string }).version;
export const API_VERSION = 'v1';
