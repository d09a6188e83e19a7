/** The first look at a text may spare the second only where the second would find nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HEALTH_ANATOMY } from './health-anatomy.ts';
import { HEALTH_DISEASES } from './health-diseases.ts';
import { HEALTH_ENDINGS } from './health-endings.ts';
import { HEALTH_VOCABULARY } from './health-vocabulary.ts';
import { scanTypes } from './index.ts';
import { markedKinds } from './marks.ts';
import { findPhrases } from './phrases.ts';
import { forget } from './reading-area.ts';
import { tokenise } from './tokens.ts';
import { plainBytes } from './unfold.ts';
import { CONTEXT_VOCABULARY, DICTIONARY } from './vocabulary.ts';

const PHRASES = [
  ...CONTEXT_VOCABULARY,
  ...HEALTH_VOCABULARY,
  ...HEALTH_ANATOMY,
  ...HEALTH_DISEASES,
  ...HEALTH_ENDINGS,
].flatMap(({ phrases }) => phrases.split(',').map((phrase) => phrase.trim()));

const phrase = fc
  .tuple(fc.constantFrom(...PHRASES), fc.nat(), fc.constantFrom('neuro', 'cardio', 'x'))
  .map(([text, choice, stem]) =>
    text
      .replaceAll(
        /\(([^)]*)\)/g,
        (_, choices: string) => choices.split('|').at(choice % choices.split('|').length) ?? '',
      )
      .replace('~', stem)
      .replace('!', ''),
  );
const written = fc
  .tuple(
    phrase,
    fc.constantFrom<(text: string) => string>(
      String,
      (text) => text.toUpperCase(),
      (text) => `${text}s`,
    ),
  )
  .map(([text, write]) => write(text));
const text = fc
  .array(fc.tuple(written, fc.constantFrom(' ', ': ', '_', '-', '.', '\n', ' de ', ' 12 ', 'é', '')), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));

it('sees a mark of every phrase that the second look finds', () => {
  let found = 0;
  fc.assert(
    fc.property(text, (content) => {
      const { bytes } = plainBytes(content).reading;
      const { marks } = tokenise(bytes, DICTIONARY);
      const { entries } = findPhrases(bytes, DICTIONARY);
      for (let index = 0; index < entries.length; index += 1) {
        const entry = DICTIONARY.entries[entries.at(index)];
        expect(entry && markedKinds(entry) & ~marks).toBe(0);
        found += 1;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(3_000);
});

it('leaves nothing of a text behind for the next one, nor in memory', () => {
  const { bytes } = plainBytes('CPF 529.982.247-25').reading;
  forget('CPF 529.982.247-25');
  expect(bytes.every((byte) => byte === 0)).toBe(true);
  expect(scanTypes(`${'a '.repeat(40)}CPF 529.982.247-25`)).toEqual(['CPF']);
  expect(scanTypes('a '.repeat(20))).toEqual([]);
  expect(scanTypes('CPF 529.982.247-2')).toEqual([]);
});
