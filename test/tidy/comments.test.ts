// SPDX-License-Identifier: Apache-2.0
/** Comments are plain English: subject first, one thought a sentence, and no vague persons. */
import { describe, expect, it } from 'vitest';
import { commentsOf, faultsOf, SENTENCE_WORDS_MAX } from './comments.ts';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

const FOLDERS = /^(core|contract|sdk|cli|documents|bench|scripts|test|postgres|dev|server|web)\//;
const SOURCE = /\.(ts|tsx|mjs|sql)$/;
/** Compiled code has no comments of its own. */
const GENERATED = /^core\/src\/dlp\/first-look\/compiled\.ts$/;

it('keep to the rules in every source file', () => {
  const files = repositoryFiles().filter((file) => FOLDERS.test(file) && SOURCE.test(file) && !GENERATED.test(file));
  let count = 0;
  const found = files.flatMap((file) =>
    commentsOf(readRepositoryFile(file)).flatMap(({ line, text }) => {
      count += 1;
      return faultsOf(text).map((fault) => `${file}:${line} ${fault}`);
    }),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(count).toBeGreaterThan(1_500);
  expect(found).toEqual([]);
});

describe('the rules', () => {
  const vague = ['no', 'body'].join('');

  it('read blocks, runs of lines and SQL, each as one comment', () => {
    const source = [
      '/** One. */',
      'const a = 1;',
      '/**',
      ' * Two goes',
      ' *',
      ' *     a table of words that is no sentence',
      ' * on. @param a first',
      ' * @returns b',
      ' */',
      '  // Three',
      '  // goes on.',
      '  -- Four.',
      '  const text = "a -- b";',
    ].join('\n');
    expect(commentsOf(source)).toEqual([
      { line: 1, text: 'One.' },
      { line: 3, text: 'Two goes on.\n@param a first\n@returns b' },
      { line: 10, text: 'Three goes on.' },
      { line: 12, text: 'Four.' },
    ]);
  });

  const longest = `A ${'word '.repeat(SENTENCE_WORDS_MAX - 2)}end.`;

  it.each([
    ['a subject that comes last', 'Of the words the longest.', 'begins'],
    ['the same in a later sentence', 'Counts them. What is left is an error.', 'begins'],
    ['the same behind a tag', 'Reads it.\n@param b What is read', 'begins'],
    ['a vague person', `Waits for ${vague}.`, 'says'],
    ['a long sentence', `${longest.slice(0, -1)} word.`, 'has a sentence'],
  ])('refuse %s', (_, text, fault) => {
    expect(faultsOf(text).join('; ')).toContain(fault);
  });

  it.each([
    ['a plain sentence', 'The longest of the rarest words.'],
    ['two sentences of the greatest length', `${longest} ${longest}`],
    ['quoted examples and code', `"Of ${vague}" is an example, and \`What\` is code.`],
  ])('accept %s', (_, text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
