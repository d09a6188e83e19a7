// SPDX-License-Identifier: Apache-2.0
/** The descriptions of the contract are the public reference: each names its object first, in plain English. */
import { expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

/** String literals of a source, joined where `+` joins them. */
function literalsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const literal = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/.source;
  return [...code.matchAll(new RegExp(`(?:${literal})(?:\\s*\\+\\s*(['"\`])(?:\\\\.|(?!\\3)[^\\\\])*\\3)*`, 'g'))].map(
    ([text]) => text.slice(1, -1).replace(/['"`]\s*\+\s*['"`]/g, ''),
  );
}

const INVERTED = /^(Of|What|Who|Whoever|Nobody|Somebody|One that|It|Its|As)\s|[.:;] (Of|Whoever|Nobody|Somebody)\s/;
const VAGUE = /\b(nobody|somebody|whoever)\b/i;

it('begin with their object, and name no vague person', () => {
  const files = typeScriptFiles().filter((file) => /^contract\/src\//.test(file) && !file.endsWith('.test.ts'));
  const texts = files.flatMap((file) => literalsOf(readRepositoryFile(file)).map((text) => ({ file, text })));
  expect(texts.length).toBeGreaterThan(1_500);
  expect(texts.filter(({ text }) => INVERTED.test(text) || VAGUE.test(text))).toEqual([]);
});

it.each([
  ["description: 'Of the last one.'", 'Of the last one.'],
  ["text: 'An address. ' +\n  'One of ' +\n  `many`,", 'An address. One of many'],
  ['// It isn\'t code\nconst a = "it\'s"', "it's"],
])('are read whole from %j', (source, text) => {
  expect(literalsOf(source)).toEqual([text]);
});
