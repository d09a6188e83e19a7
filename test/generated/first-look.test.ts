// SPDX-License-Identifier: Apache-2.0
/** The compiled first look of the scan. `npm run generate` writes it, and every other run fails on a difference. */

import { expect, it } from 'vitest';
import { assemblyScript } from '../beside/index.ts';
import { FIRST_LOOK_OPTIONS as OPTIONS, FIRST_LOOK_SOURCE as SOURCE } from '../dlp/work/first-look-options.ts';
import { LICENCE_LINE, ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const OUTPUT = 'first-look.wasm';
const CHARACTERS_PER_LINE = 100;

it('holds the first look as it is compiled', async () => {
  let compiled = new Uint8Array();
  const { error, stderr } = await (await assemblyScript()).main([SOURCE, '--outFile', OUTPUT, ...OPTIONS], {
    readFile: (name: string) => (name === SOURCE ? readRepositoryFile(SOURCE) : null),
    writeFile: (_name: string, contents: string | Uint8Array) => {
      compiled = Uint8Array.from(Buffer.from(contents));
    },
    listFiles: () => [],
  });
  expect(stderr.toString()).toBe('');
  expect(error).toBeNull();
  const lines = Buffer.from(compiled)
    .toString('base64')
    .match(new RegExp(`.{1,${CHARACTERS_PER_LINE}}`, 'g'));
  const text = [
    LICENCE_LINE,
    `/** Written from ${SOURCE} by \`npm run generate\`; edits here are lost. WebAssembly, in Base64. */`,
    'export const COMPILED: string = [',
    ...(lines ?? []).map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  await expect(text.join('\n')).toMatchFileSnapshot(`${ROOT}/core/src/dlp/first-look/compiled.ts`);
});
