// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { scanTypes } from '../index.ts';
import { compileTables } from './compile-dictionary.ts';

describe('endings of words', () => {
  it.each([
    ['a disease', 'Veio com meningoencefalite'],
    ['an operation', 'Marcou a septoplastia... e depois a turbinectomia'],
    ['a plural', 'Teve várias artralgias'],
    ['capitals', 'LAUDO: TENOSSINOVECTOMIA'],
  ])('finds %s that no list holds', (_what, text) => {
    expect(scanTypes(text)).toEqual(['HEALTH_DATA']);
  });

  it.each([
    'A nostalgia e a simpatia do elenco, com empatia e apatia.',
    'O sr. Algia mora em Patia.',
    'Faxina geral no fim do protocolo.',
  ])('leaves everyday words alone: %s', (text) => {
    expect(scanTypes(text)).toEqual([]);
  });

  it('allows none that the filter of words could not tell', () => {
    const lineOf = (phrases: string) => [{ labels: 1, phrases }];
    expect(() => compileTables(lineOf('~ite'))).toThrow('ite');
    expect(() => compileTables(lineOf('~tite'))).not.toThrow();
  });

  it('counts a medicine with its dose, not the medicine alone', () => {
    expect(scanTypes('O lote de candesartana chegou ao depósito.')).toEqual([]);
    expect(scanTypes('Ela toma azilsartana 40 mg por dia.')).toEqual(['HEALTH_DATA']);
  });

  it('takes a disease before an adjective of offices for a figure of speech', () => {
    expect(scanTypes('Uma enxaqueca administrativa para o prefeito.')).toEqual([]);
    expect(scanTypes('nome;motivo;área\nRui;enxaqueca;administrativa')).toEqual(['HEALTH_DATA']);
  });
});
