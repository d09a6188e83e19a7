// SPDX-License-Identifier: Apache-2.0
/** Scores sets of found types against labels: F1 of each type, their mean, and false alarms on texts without any. */
import { DLP_TYPES, type DlpType } from '@svc/contract';

export interface LabelledText {
  id: string;
  text: string;
  types: DlpType[];
  /** Ambiguous types, which count neither as hits nor as false alarms. */
  ambiguous?: DlpType[];
  /** Disguised text, scored separately. */
  hard?: boolean;
}

export interface Score {
  texts: number;
  negatives: number;
  f1: Record<DlpType, number>;
  macroF1: number;
  /** The share of negatives with any finding. */
  falseAlarmRate: number;
  mistakes: { id: string; text: string; missed: DlpType[]; wrong: DlpType[] }[];
}

export function score(texts: readonly LabelledText[], find: (text: string) => readonly DlpType[]): Score {
  const counts = new Map(DLP_TYPES.map((type) => [type, { hit: 0, missed: 0, wrong: 0 }]));
  const mistakes: Score['mistakes'] = [];
  let negatives = 0;
  let falseAlarms = 0;
  for (const { id, text, types, ambiguous = [] } of texts) {
    const found = find(text);
    const wrong = found.filter((type) => !types.includes(type) && !ambiguous.includes(type));
    const missed = types.filter((type) => !found.includes(type));
    for (const type of types) counts.get(type)![missed.includes(type) ? 'missed' : 'hit'] += 1;
    for (const type of wrong) counts.get(type)!.wrong += 1;
    if (types.length === 0) negatives += 1;
    if (types.length === 0 && wrong.length > 0) falseAlarms += 1;
    if (wrong.length > 0 || missed.length > 0) mistakes.push({ id, text, missed, wrong });
  }
  const f1 = Object.fromEntries(
    DLP_TYPES.map((type) => {
      const { hit, missed, wrong } = counts.get(type)!;
      return [type, hit === 0 ? 0 : (2 * hit) / (2 * hit + missed + wrong)];
    }),
  ) as Record<DlpType, number>;
  const macroF1 = DLP_TYPES.reduce((sum, type) => sum + f1[type], 0) / DLP_TYPES.length;
  return {
    texts: texts.length,
    negatives,
    f1,
    macroF1,
    falseAlarmRate: negatives === 0 ? 0 : falseAlarms / negatives,
    mistakes,
  };
}

export function readCorpus(jsonl: string): LabelledText[] {
  return jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledText);
}
