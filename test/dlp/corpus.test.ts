// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { DLP_TYPES } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';
import { describe, expect, it } from 'vitest';
import { generateCorpus } from './generate/corpus.ts';
import { type LabelledText, readCorpus, score } from './score.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const HALVES = { development: 20261101, 'held-back': 20261120 } as const;

describe.each(Object.entries(HALVES))('corpus: %s', (name, seed) => {
  const texts = readCorpus(read(`./corpus/${name}.jsonl`));

  it('is what the committed generator makes from its seed', () => {
    expect(generateCorpus(read(`./generate/${name}.txt`), name, seed)).toEqual(texts);
  });

  it('is large, covers every type, and two texts in five hold nothing', () => {
    expect(texts.length).toBeGreaterThan(1_000);
    for (const type of DLP_TYPES)
      expect(texts.filter((text) => text.types.includes(type)).length, type).toBeGreaterThan(25);
    expect(texts.filter((text) => text.types.length === 0).length / texts.length).toBeGreaterThanOrEqual(0.4);
  });

  it('ordinary text: macro F1 0.98, no type below 0.93, false alarms on 1.5 % of negatives at most', () => {
    const result = score(ordinary(texts), scanTypes);
    expect(result.macroF1, report(result)).toBeGreaterThanOrEqual(0.98);
    for (const type of DLP_TYPES) expect(result.f1[type], `${type}\n${report(result)}`).toBeGreaterThanOrEqual(0.93);
    expect(result.falseAlarmRate, report(result)).toBeLessThanOrEqual(0.015);
  });

  it('disguised text: macro F1 0.95', () => {
    const result = score(
      texts.filter((text) => text.hard === true),
      scanTypes,
    );
    expect(result.macroF1, report(result)).toBeGreaterThanOrEqual(0.95);
  });
});

describe('scorer', () => {
  it('counts misses and false alarms, and leaves ambiguous types out', () => {
    const texts: LabelledText[] = [
      { id: '1', text: 'a', types: ['CPF'] },
      { id: '2', text: 'b', types: ['CPF'], ambiguous: ['RG'] },
      { id: '3', text: 'c', types: [] },
      { id: '4', text: 'd', types: [] },
    ];
    const result = score(texts, (text) =>
      text === 'a' ? ['CPF'] : text === 'b' ? ['RG'] : text === 'c' ? ['CNH'] : [],
    );
    expect(result.f1.CPF).toBeCloseTo(2 / 3);
    expect(result.falseAlarmRate).toBe(0.5);
    expect(result.mistakes.map((mistake) => mistake.id)).toEqual(['2', '3']);
  });
});

function ordinary(texts: readonly LabelledText[]): LabelledText[] {
  return texts.filter((text) => text.hard !== true);
}

function report(result: ReturnType<typeof score>): string {
  return result.mistakes
    .slice(0, 20)
    .map(({ id, missed, wrong, text }) => `${id} missed [${missed}] wrong [${wrong}] ${text.slice(0, 120)}`)
    .join('\n');
}
