// SPDX-License-Identifier: Apache-2.0
/** The fields of a policy and what a call had for them, in the language of the person. */
import type { Destination, DlpType, EventAction, EventItem, LgpdCategory, PolicyTraceItem } from '@svc/contract';
import type { Format } from '../language/format.ts';
import type { words as why } from './why-words-en.ts';
import type { words as common } from './words-en.ts';

export type TracedField = PolicyTraceItem['fields'][number];

export interface ConditionText {
  /** `1,000 records or more` */
  asked: string;
  /** `4,812` */
  actual: string;
  /** The value is the name of something, which is set like code. */
  isName: boolean;
}

interface Tongue {
  words: typeof common;
  why: typeof why;
  format: Format;
}

/** The conditions that matter to a person; every listed policy is enabled, and ANY restricts nothing. */
export function isTelling({ path, expected }: TracedField): boolean {
  return path !== 'enabled' && expected !== 'ANY';
}

export function conditionText(
  { path, expected, actual, matched, count }: TracedField,
  event: EventItem,
  tongue: Tongue,
): ConditionText {
  const { words, why, format } = tongue;
  const field =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? path;
  const { conditions } = why;
  const number = (value: unknown) => format.number(Number(value));
  const plain = (asked: string, shown: string): ConditionText => ({ asked, actual: shown, isName: false });
  const destination = event.destination === null ? why.notGiven : words.destinations[event.destination];
  const records = event.recordsAffected === null ? why.notGiven : number(event.recordsAffected);
  switch (field) {
    case 'action':
      return plain(conditions.action(actionText(expected, tongue)), words.actions[event.action]);
    case 'resource':
      return {
        asked: conditions.resource(wordOf(words.classifications, expected)),
        actual: matched ? event.resource.name : words.classifications[event.resource.classification],
        isName: matched,
      };
    case 'destination':
      return plain(expected === 'EXTERNAL' ? conditions.external : conditions.internal, destination);
    case 'destinationContains':
      return plain(conditions.destinationContains(String(expected)), destination);
    case 'containsSensitiveData':
      return plain(
        expected === true ? conditions.sensitive : conditions.notSensitive,
        actual === true ? why.yes : why.no,
      );
    case 'minRecords':
      return plain(conditions.minRecords(number(expected)), records);
    case 'maxRecords':
      return plain(conditions.maxRecords(number(expected)), records);
    case 'minRiskScore':
      return plain(conditions.minRiskScore(number(expected)), number(actual));
    case 'outsideBusinessHours':
      return plain(
        expected === true ? conditions.outsideHours : conditions.businessHours,
        actual === true ? conditions.outsideHours : conditions.businessHours,
      );
    case 'agentIds':
      return {
        asked: conditions.agentIds(String(count?.of ?? listOf(expected).length)),
        actual: event.agent.name,
        isName: true,
      };
    case 'dlpTypes':
      return plain(
        conditions.found(namesOf(why.types, expected, tongue)),
        namesOf(why.types, event.dlpFindings, tongue),
      );
    case 'lgpdCategories':
      return plain(
        conditions.found(namesOf(why.categories, expected, tongue)),
        namesOf(why.categories, event.lgpdCategories, tongue),
      );
    case 'allOf':
      return plain(conditions.allOf(String(count?.of ?? 0)), why.groupMatched(String(count?.matched ?? 0)));
    case 'anyOf':
      return plain(conditions.anyOf(String(count?.of ?? 0)), why.groupMatched(String(count?.matched ?? 0)));
    default:
      return plain(`${path}: ${JSON.stringify(expected)}`, JSON.stringify(actual));
  }
}

type Word = EventAction | Destination | DlpType | LgpdCategory | string;

function wordOf(names: Readonly<Record<string, string>>, word: unknown): string {
  return names[String(word)] ?? String(word);
}

/** A policy names a family of actions, or in a condition one action. */
function actionText(expected: unknown, { words, why }: Tongue): string {
  return why.families[String(expected)] ?? wordOf(words.actions, expected);
}

const listOf = (expected: unknown): readonly unknown[] => (Array.isArray(expected) ? expected : []);

function namesOf(names: Readonly<Record<string, string>>, list: unknown, { why }: Tongue): string {
  if (!Array.isArray(list)) return String(list);
  const shown = (list as Word[]).map((word) => wordOf(names, word));
  return shown.length === 0 ? why.noneFound : shown.join(', ');
}
