// SPDX-License-Identifier: Apache-2.0
/** The first look at a text may spare the second look only where the second look would find nothing. */
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { detect } from '../detectors.ts';
import { Document } from '../document/document.ts';
import { FINDINGS_PER_TYPE_MAX, type Finding, Sink } from '../finding.ts';
import { forget } from '../first-look/memory.ts';
import { plainBytes } from '../first-look/unfold.ts';
import { scanTypes } from '../index.ts';
import { VOCABULARY } from './vocabulary.ts';

const PHRASES = VOCABULARY.flatMap(({ phrases }) => phrases.split(',').map((phrase) => phrase.trim()));
/** Values that words may describe. */
const VALUES = [
  '529.982.247-25',
  '52998224725',
  '11.222.333/0001-81',
  '(11) 98765-4321',
  '11987654321',
  '01310-100',
].concat(
  ['12.ABC.345/01DE-35', '29.465.327-2 SSP/SP', '4111 1111 1111 1111', 'ana (at) gmail.com', 'rui@empresa.com.br'],
  ['aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA', 'c9bf9e57-1685-4c89-bafb-ff5af830be8a', 'F43.2', '40 mg', '5 mcg', '12/03/2026'],
  ['18 por 11', '150/95', '____'],
);

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
  .array(
    fc.tuple(
      fc.oneof(written, written, fc.constantFrom(...VALUES)),
      fc.constantFrom(' ', ': ', '_', '-', '.', '\n', ' de ', ' 12 ', 'é', ''),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.flat().join(''));

it('finds the same when the second look is always taken', () => {
  let found = 0;
  fc.assert(
    fc.property(text, (content) => {
      const { normalised } = plainBytes(content);
      const findings = findingsIn(new Document(normalised));
      const thorough = new Document(normalised);
      thorough.tokens.promisedLabels = ~0;
      // Once the phrases are found, no word beside a number is looked at by itself.
      void thorough.phrases;
      const thoroughly = findingsIn(thorough);
      // Every scan ends like this: the next, shorter text is read into the same memory.
      forget(content);
      expect(findings).toEqual(thoroughly);
      found += findings.length;
    }),
    { numRuns: 4_000 },
  );
  expect(found).toBeGreaterThan(4_000);
});

it.each([
  '{"orderId":48213,"status":"shipped","sku":"SKU-1044","quantity":2,"updatedAt":"2026-03-12T14:30:00Z"}',
  'Prezada equipe, o pedido 48213 saiu às 14h30 e chega até sexta-feira, 12/03/2026, por R$ 1.234,56.',
  'The job ran out of space on the disk; if the totals match what we expect, I will close it tomorrow. '.repeat(200),
])('takes no second look at data, dates and everyday words alone: %s', (content) => {
  const phrases = vi.spyOn(Document.prototype, 'phrases', 'get');
  onTestFinished(() => phrases.mockRestore());
  expect(scanTypes(content)).toEqual([]);
  expect(phrases).not.toHaveBeenCalled();
});

function findingsIn(document: Document): Finding[] {
  const sink = new Sink(FINDINGS_PER_TYPE_MAX);
  detect(document, sink);
  return sink.types().flatMap((type) => sink.of(type));
}

it('leaves nothing of a text behind for the next one, nor in memory', () => {
  const { bytes } = plainBytes('CPF 529.982.247-25').normalised;
  forget('CPF 529.982.247-25');
  expect(bytes.every((byte) => byte === 0)).toBe(true);
  expect(scanTypes(`${'a '.repeat(40)}CPF 529.982.247-25`)).toEqual(['CPF']);
  expect(scanTypes('a '.repeat(20))).toEqual([]);
  expect(scanTypes('CPF 529.982.247-2')).toEqual([]);
});
