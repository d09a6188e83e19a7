// SPDX-License-Identifier: Apache-2.0
/** The facts about an event that a policy can test, also in the form that compiled policies read. */
import { DLP_TYPES, type DlpType, LGPD_CATEGORIES, type LgpdCategory } from '@svc/contract/enums';
import { SITUATIONS, type SituationFacts } from './situation.ts';

/** Everything that a policy can see of one event. */
export interface PolicyFacts extends SituationFacts {
  /** Compared in lower case. */
  readonly agentId: string;
  /** null when the caller gave none: then neither minRecords nor maxRecords matches. */
  readonly recordsAffected: number | null;
  readonly dlpTypes: readonly DlpType[];
  readonly lgpdCategories: readonly LgpdCategory[];
  /** 0..100 */
  readonly riskScore: number;
}

/** The facts, prepared once per evaluation for the tests of many policies. */
export interface Probe {
  /** A unique number, 1 or more, which marks the tests already made for this event. */
  readonly evaluation: number;
  readonly cell: number;
  readonly situation: number;
  readonly agentId: string;
  /** NaN when unknown: every comparison with it is false, as it must be for an unknown. */
  readonly records: number;
  readonly riskScore: number;
  /** One bit for each type and category found. */
  readonly content: number;
}

export function probeOf(facts: PolicyFacts, cell: number, evaluation: number): Probe {
  return {
    evaluation,
    cell,
    situation: SITUATIONS[cell] as number,
    agentId: facts.agentId.toLowerCase(),
    records: facts.recordsAffected ?? Number.NaN,
    riskScore: facts.riskScore,
    content: contentOfTypes(facts.dlpTypes) | contentOfCategories(facts.lgpdCategories),
  };
}

/** The bits of a list of types; 0 for an empty list, which has no bit in common with any other. */
export function contentOfTypes(types: readonly DlpType[]): number {
  let bits = 0;
  for (const type of types) bits |= TYPE_BIT[type];
  return bits;
}

/** The bits of a list of categories; they share no bit with those of types. */
export function contentOfCategories(categories: readonly LgpdCategory[]): number {
  let bits = 0;
  for (const category of categories) bits |= CATEGORY_BIT[category];
  return bits;
}

const TYPE_BIT = bitOfEach(DLP_TYPES, 0);
const CATEGORY_BIT = bitOfEach(LGPD_CATEGORIES, DLP_TYPES.length);

function bitOfEach<Word extends string>(words: readonly Word[], shift: number): Readonly<Record<Word, number>> {
  return Object.fromEntries(words.map((word, index) => [word, 1 << (shift + index)])) as Record<Word, number>;
}
