// SPDX-License-Identifier: Apache-2.0
/** A detector of a type of personal data, by a pattern of bounded length. */

/** @type {import('./recipe.d.mts').Recipe} */
export const DETECTOR = {
  files: ({ kebab, pascal, constant, words }) => ({
    [`core/src/dlp/${kebab}.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** Finds values of the type ${constant}. The walk is linear: each byte is looked at once. */
import type { Document } from './document/document.ts';

const DIGITS = 12;
const [ZERO, NINE] = [0x30, 0x39];

/** @param found takes the position of each value */
export function find${pascal}({ bytes }: Pick<Document, 'bytes'>, found: (start: number, end: number) => void): void {
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) continue;
    if (at - start === DIGITS) found(start, at);
    start = at + 1;
  }
}
`,
    [`core/src/dlp/${kebab}.test.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** Values of the type ${constant} are found where they stand, and nothing else is. */
import { expect, it } from 'vitest';
import { find${pascal} } from './${kebab}.ts';

function found(text: string): string[] {
  const bytes = Buffer.from(text);
  const values: string[] = [];
  find${pascal}({ bytes }, (start, end) => values.push(bytes.toString('utf8', start, end)));
  return values;
}

it('finds the ${words} of a text', () => {
  expect(found('a 123456789012 and 1234567890123')).toEqual(['123456789012']);
  expect.fail('say here which values are of the type ${constant}, and which only look like it');
});
`,
  }),
  edits: () => [],
  steps: ({ kebab, pascal, constant }) => [
    `Add ${constant} to DLP_TYPES of contract/src/enums.ts, and follow npm run build and npm run test:fast.`,
    `Write its pattern and check digits in core/src/dlp/${kebab}.ts.`,
    `Add a row to TEXT_DETECTORS of core/src/dlp/detectors.ts that passes what find${pascal} finds to sink.add('${constant}', …).`,
    'Add texts with and without it to test/dlp/generate, and hostile ones to test/dlp/adversarial.ts.',
    'Run npm run generate, and tell the reader of docs/guides/sensitive-data.md.',
  ],
};
