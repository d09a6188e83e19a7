// SPDX-License-Identifier: Apache-2.0
/** Where a text is cut, whatever its findings share; and that each example holds what its name says. */
import { scan, scanTypes } from '@svc/core/dlp';
import { expect, it } from 'vitest';
import { segmentsOf } from './segments.ts';
import { words as english } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

it('loses nothing of the text, and marks each finding at its place', () => {
  const text = '😀 CPF 529.982.247-25, pix: maria@example.com.br.';
  const { findings } = scan(text);
  const segments = segmentsOf(text, findings);
  expect(segments.map((segment) => segment.text).join('')).toBe(text);
  const marked = segments.filter(({ types }) => types.length > 0);
  expect(marked.map((segment) => segment.text)).toEqual(['529.982.247-25', 'maria@example.com.br']);
  expect(marked[1]?.types.toSorted()).toEqual(['EMAIL', 'PIX_KEY']);
});

it('cuts findings that overlap in part, and says which one ends where', () => {
  const segments = segmentsOf('abcdef', [
    { type: 'CPF', start: 0, end: 4 },
    { type: 'RG', start: 2, end: 6 },
    { type: 'RG', start: 2, end: 6 },
  ]);
  expect(segments).toEqual([
    { start: 0, text: 'ab', types: ['CPF'], ending: [] },
    { start: 2, text: 'cd', types: ['CPF', 'RG'], ending: ['CPF'] },
    { start: 4, text: 'ef', types: ['RG'], ending: ['RG'] },
  ]);
});

it('has no piece of an empty text', () => expect(segmentsOf('', [])).toEqual([]));

it.each([english, portuguese])('gives examples that hold what they are named by', ({ examples }) => {
  const types = Object.entries(examples).map(([id, { text }]) => [id, scanTypes(text)]);
  expect(Object.fromEntries(types)).toEqual({
    cpf: ['CPF'],
    card: ['CREDIT_CARD'],
    key: ['API_KEY'],
    health: ['HEALTH_DATA'],
    nothing: [],
  });
});
