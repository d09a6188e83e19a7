// SPDX-License-Identifier: Apache-2.0
/** An area of events in the words of the API, such as `EXPORT_DATA of CUSTOMER_PII by any agent`. */
import { CLASSIFICATIONS, DESTINATIONS, EVENT_ACTIONS, RECORDS_AFFECTED_MAX, RISK_SCORE_MAX } from '@svc/contract';
import type { Area, Choice } from '@svc/core/analysis';

/** More names than this are counted. */
const NAMES_MAX = 5;

export function areaText(area: Area): string {
  const parts = [
    `${actions(area)} ${resources(area)} by ${agents(area)}`,
    destinations(area),
    records(area),
    ...area.found.map((types) => `with ${either(types)} found`),
    area.notFound.length === 0 ? null : `without ${either(area.notFound)}`,
    hours(area),
    anomaly(area),
    risk(area),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function actions({ actions: asked }: Area): string {
  return asked.length === EVENT_ACTIONS.length ? 'any action' : either(asked);
}

function resources({ resources: asked }: Area): string {
  const isWhole = asked.every(({ names }) => names.are === 'all but' && names.items.length === 0);
  if (isWhole && asked.length === CLASSIFICATIONS.length) return 'on anything';
  const told = asked.map(({ classification, names }) => `${classification}${within(names)}`);
  return `of ${either(told)}`;
}

function within({ are, items }: Choice<string>): string {
  if (items.length === 0) return '';
  const names = either(items.map(quoted));
  return are === 'only' ? ` (only ${names})` : ` (but not ${names})`;
}

function agents({ agents: { are, items } }: Area): string {
  const names = items.map(({ id, name }) => (name === null ? id : quoted(name)));
  if (are === 'only') return either(names);
  return names.length === 0 ? 'any agent' : `any agent but ${either(names)}`;
}

function destinations({ destinations: asked }: Area): string | null {
  if (asked.length === DESTINATIONS.length + 1) return null;
  return either(asked.map((word) => (word === null ? 'no destination stated' : `to ${word}`)));
}

function records({ records: { isNotStated, from, to } }: Area): string | null {
  if (from === null || to === null) return isNotStated ? 'number of records not stated' : null;
  if (isNotStated && from === 0 && to === RECORDS_AFFECTED_MAX) return null;
  const stated =
    to === RECORDS_AFFECTED_MAX
      ? `${from} records or more`
      : from === to
        ? `${from} records`
        : `${from} to ${to} records`;
  return isNotStated ? `${stated} or none stated` : stated;
}

function hours({ outsideBusinessHours: asked }: Area): string | null {
  if (asked.length !== 1) return null;
  return asked[0] === true ? 'outside business hours' : 'in business hours';
}

function anomaly({ hasOpenAnomaly: asked }: Area): string | null {
  if (asked.length !== 1) return null;
  return asked[0] === true ? 'with an open anomaly' : 'without an open anomaly';
}

function risk({ riskScore: { from, to } }: Area): string | null {
  if (from === 0 && to === RISK_SCORE_MAX) return null;
  return from === to ? `risk score ${from}` : `risk score ${from} to ${to}`;
}

const quoted = (name: string): string => `"${name}"`;

function either(words: readonly string[]): string {
  const told =
    words.length > NAMES_MAX ? [...words.slice(0, NAMES_MAX), `${words.length - NAMES_MAX} others`] : [...words];
  const last = told.pop() ?? 'nothing';
  return told.length === 0 ? last : `${told.join(', ')} or ${last}`;
}
