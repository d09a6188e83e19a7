// SPDX-License-Identifier: Apache-2.0
/** Areas of events as sentences: `Any agent exports customer data, outside business hours.` */
import { CLASSIFICATIONS, DESTINATIONS, type Destination, EVENT_ACTIONS } from '@svc/contract/enums';
import { RECORDS_AFFECTED_MAX, RISK_SCORE_MAX } from '@svc/contract/limits';
import type { Area, Choice } from '../analysis/index.ts';
import { english } from './area-english.ts';
import { portuguese } from './area-portuguese.ts';
import type { AreaWords } from './area-words.ts';

interface Telling {
  language: 'en' | 'pt-BR';
}

const LANGUAGES: Readonly<Record<Telling['language'], AreaWords>> = { en: english, 'pt-BR': portuguese };

/** Names and words of one list that are told; more of them are counted. */
const TOLD_MAX = 5;
/** Told as one where both are in it. */
const EXTERNAL: readonly (Destination | null)[] = DESTINATIONS.filter((word) => word !== 'INTERNAL');

/** @returns one sentence about who does what with what, and where it holds */
export function areaSentence(area: Area, { language }: Telling): string {
  const words = LANGUAGES[language];
  return `${subject(area, words)} ${clauses(area, words).join(', ')}.`;
}

/** The same without the agent, of whom the reader knows: `Exports customer data, outside business hours.` */
export function agentAreaSentence(area: Area, { language }: Telling): string {
  const told = clauses(area, LANGUAGES[language]).join(', ');
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}

function subject({ agents }: Area, words: AreaWords): string {
  const names = agents.items.map(({ id, name }) => name ?? id);
  if (agents.are === 'only') return either(names, words);
  return names.length === 0 ? words.anyAgent : words.anyAgentBut(either(names, words));
}

function clauses(area: Area, words: AreaWords): string[] {
  const { found, notFound } = area;
  return [
    `${actions(area, words)} ${objects(area, words)}`,
    destinations(area, words),
    records(area, words),
    ...found.map((types) =>
      words.found(
        either(
          types.map((type) => words.types[type]),
          words,
        ),
      ),
    ),
    notFound.length === 0
      ? null
      : words.notFound(
          either(
            notFound.map((type) => words.types[type]),
            words,
          ),
        ),
    flag(area.outsideBusinessHours, words.hours),
    flag(area.hasOpenAnomaly, words.anomaly),
    risk(area, words),
  ].filter((clause) => clause !== null);
}

function actions({ actions: asked }: Area, words: AreaWords): string {
  if (asked.length === EVENT_ACTIONS.length) return words.anyAction;
  return either(
    asked.map((action) => words.verbs[action]),
    words,
  );
}

function objects({ resources }: Area, words: AreaWords): string {
  const isWhole = resources.every(({ names }) => names.are === 'all but' && names.items.length === 0);
  if (isWhole && resources.length === CLASSIFICATIONS.length) return words.anyData;
  const told = resources.map(({ classification, names }) => words.objects[classification] + within(names, words));
  // Each classification may name its own resources, so none is left out.
  return words.listOr(told);
}

function within({ are, items }: Choice<string>, words: AreaWords): string {
  if (items.length === 0) return '';
  const names = either(items, words);
  return ` (${are === 'only' ? words.justOf(names) : words.allBut(names)})`;
}

function destinations({ destinations: asked }: Area, words: AreaWords): string | null {
  if (asked.length === DESTINATIONS.length + 1) return null;
  const isOutside = EXTERNAL.every((word) => asked.includes(word));
  const told = asked.filter((word) => word !== null && !(isOutside && EXTERNAL.includes(word)));
  return words.listOr([
    ...told.map((word) => words.destinations[word as Destination]),
    ...(isOutside ? [words.outside] : []),
    ...(asked.includes(null) ? [words.noDestination] : []),
  ]);
}

function records({ records: { isNotStated, from, to } }: Area, words: AreaWords): string | null {
  if (from === null || to === null) return isNotStated ? words.recordsNotStated : null;
  if (isNotStated && from === 0 && to === RECORDS_AFFECTED_MAX) return null;
  const stated = words.records(from, to === RECORDS_AFFECTED_MAX ? null : to);
  return isNotStated ? words.orNotStated(stated) : stated;
}

function flag(asked: readonly boolean[], [whenNot, when]: readonly [string, string]): string | null {
  if (asked.length !== 1) return null;
  return asked[0] === true ? when : whenNot;
}

function risk({ riskScore: { from, to } }: Area, words: AreaWords): string | null {
  return from === 0 && to === RISK_SCORE_MAX ? null : words.risk(from, to);
}

function either(list: readonly string[], words: AreaWords): string {
  const more = list.length - TOLD_MAX;
  return words.listOr(more > 0 ? [...list.slice(0, TOLD_MAX), words.others(more)] : list);
}
