// SPDX-License-Identifier: Apache-2.0

import { DLP_TYPES, LGPD_CATEGORIES } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forget } from './first-look/memory.ts';
import { plainBytes, unfold } from './first-look/unfold.ts';
import { DLP_TYPE_DESCRIPTIONS, FINDINGS_PER_TYPE_MAX, scan, scanTypes } from './index.ts';

/** Pieces that detectors look for, so that random texts reach their inner branches. */
const PIECES = [
  'cpf ',
  '529.982.247-25',
  '52998224725',
  'CNPJ: ',
  '12.ABC.345/01DE-35',
  'rg ',
  '29.465.327-2',
  ' SSP/SP',
  'cnh ',
  'chave pix ',
  'pix: ',
  '6dc45c1e-3b32-4789-af52-d5cd8a72c427',
  '+5511987654321',
  '(11) 98765-4321',
  'cep ',
  '01310-100',
  'Rua A, ',
  'cartão ',
  '4539 5787 6362 1486',
  'ana@empresa.com.br',
  ' (at) ',
  'arroba',
  ' ponto ',
  'com',
  '@',
  '.',
  'diabetes',
  'paciente ',
  'CID ',
  'F32.1',
  'api_key=',
  'token: ',
  'eyJ',
  '-----BEGIN PRIVATE KEY-----',
  '\n',
  '\\n',
  ',',
  ';',
  '|',
  '"',
  '{',
  '}',
  '<th>',
  '<td>',
  'values (',
  '&#64;',
  '&amp',
  '%40',
  '%C3%A3',
  '\\u0040',
  '=\n',
  '=3D',
  '\u200b',
  '\u0301',
  '\ud835\udfcf',
  '\ud835',
  '\udfcf',
  '１',
  '–',
  '0',
  '1',
  '9',
  '5',
  ' ',
  '-',
  '/',
  '(',
  ')',
  '+',
  'a',
  'Z',
] as const;
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 })
  .map((codes) => String.fromCharCode(...codes));
const anyText = fc.oneof(
  pieces,
  units,
  fc.tuple(pieces, units, pieces).map((parts) => parts.join('')),
);

describe('scan: whatever the text', () => {
  it('never throws, and positions lie within the text, sorted and not empty', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { findings } = scan(text);
        let previous = 0;
        for (const { start, end } of findings) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          previous = start;
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('types are the union of findings, in the order of the specification, with and without positions', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { types, findings } = scan(text);
        expect(types).toEqual(DLP_TYPES.filter((type) => findings.some((finding) => finding.type === type)));
        expect(scanTypes(text)).toEqual(types);
      }),
      { numRuns: 3_000 },
    );
  });

  it('the unfolded reading is no longer than the text and its positions only grow', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { bytes, offsets } = unfold(text);
        expect(bytes.length).toBeLessThanOrEqual(text.length);
        expect(offsets?.length).toBe(bytes.length + 1);
        for (let index = 1; index < (offsets?.length ?? 0); index += 1) {
          expect(offsets![index]!).toBeGreaterThan(offsets![index - 1]! - (index === bytes.length ? 1 : 0));
        }
        expect(offsets?.[bytes.length]).toBe(text.length);
        expect(plainBytes(text).normalised.bytes.length).toBe(text.length);
        forget(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps at most a thousand positions of one type', () => {
    const { findings, types } = scan('ana@empresa.com.br '.repeat(3_000));
    expect(findings).toHaveLength(FINDINGS_PER_TYPE_MAX);
    expect(types).toEqual(['EMAIL']);
  });

  it('gives positions of the original text, also below a disguise', () => {
    const text = 'meu cpf: 529.982.\u200b247-25 ok';
    const [finding] = scan(text).findings;
    expect(finding).toEqual({ type: 'CPF', start: 9, end: 24 });
  });
});

describe('descriptions of the types', () => {
  it('has one for each type, in order, with a category and a sentence', () => {
    expect(DLP_TYPE_DESCRIPTIONS.map((description) => description.type)).toEqual([...DLP_TYPES]);
    for (const { category, detection, type } of DLP_TYPE_DESCRIPTIONS) {
      expect(LGPD_CATEGORIES, type).toContain(category);
      expect(detection, type).toMatch(/^[A-Z].{40,}\.$/s);
    }
  });
});
