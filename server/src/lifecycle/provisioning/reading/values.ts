// SPDX-License-Identifier: Apache-2.0
/** Readers of single values. */
import {
  CLASSIFICATIONS,
  FIELD_FAULTS,
  type FieldFault,
  NAME_CHARACTERS_MAX,
  readMoment,
  UUID_PATTERN,
} from '@svc/contract';
import { isTimeZone } from '@svc/core/local-time';
import { nearMiss } from '@svc/documents';
import { agentNameFault, lineFault, resourceNameFault, textFault } from '../../../registry/names/index.ts';
import { type Reader, refined } from './reader.ts';

/** Text of bounded length, counted in code points. */
export function text(charactersMax: number, charactersMin = 1): Reader<string> {
  return (node, label, report) => {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') {
      const hint = node.kind === 'scalar' && node.value !== null ? '; put it in quotes' : '';
      report(node.position, `${label} must be text${hint}`);
      return undefined;
    }
    const characters = [...node.value].length;
    if (characters < charactersMin) {
      const problem = charactersMin === 1 ? 'must not be empty' : `must have at least ${charactersMin} characters`;
      report(node.position, `${label} ${problem}`);
      return undefined;
    }
    if (characters > charactersMax) {
      report(node.position, `${label} must have at most ${charactersMax} characters`);
      return undefined;
    }
    return node.value;
  };
}

/** The text of a rule continues the name of the field. */
export function ruled(reader: Reader<string>, faultOf: (value: string) => FieldFault | null): Reader<string> {
  return refined(reader, (value, tell, label) => {
    const fault = faultOf(value);
    return fault === null ? value : tell(`${label} ${fault.text}`);
  });
}

/** Text on one line, for names that people and logs read. */
export function lineOfText(charactersMax: number): Reader<string> {
  return ruled(text(charactersMax), lineFault);
}

/** Text of several lines, for descriptions. */
export function textOfLines(charactersMax: number): Reader<string> {
  return ruled(text(charactersMax), textFault);
}

export const recordName = lineOfText(NAME_CHARACTERS_MAX);
export const agentName = ruled(text(NAME_CHARACTERS_MAX), agentNameFault);
export const resourceName = ruled(text(NAME_CHARACTERS_MAX), resourceNameFault);

const UUID = new RegExp(UUID_PATTERN);

/** Any version, in lower case. */
export const uuid: Reader<string> = refined(text(NAME_CHARACTERS_MAX), (value, tell, label) =>
  UUID.test(value) ? value.toLowerCase() : tell(`${label} must be a UUID`),
);

/** `true` or `false`, without quotes. */
export const yesOrNo: Reader<boolean> = (node, label, report) => {
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
  report(node.position, `${label} must be true or false`);
  return undefined;
};

export function word<const Words extends readonly string[]>(words: Words): Reader<Words[number]> {
  return (node, label, report) => {
    const value = node.kind === 'scalar' ? node.value : undefined;
    const known = words.find((one) => one === value);
    if (known !== undefined) return known;
    const meant = typeof value === 'string' ? nearMiss(value, words) : null;
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    report(node.position, `${label} must be one of ${words.join(', ')}${hint}`);
    return undefined;
  };
}

/** ANY is for policies: a resource has one definite classification. */
export const classification: Reader<(typeof CLASSIFICATIONS)[number]> = word(CLASSIFICATIONS);

export function integer(min: number, max: number): Reader<number> {
  return (node, label, report) => {
    const value = node.kind === 'scalar' ? node.value : undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    report(node.position, `${label} must be a whole number from ${min} to ${max}`);
    return undefined;
  };
}

export const flag: Reader<boolean> = (node, label, report) => {
  const value = node.kind === 'scalar' ? node.value : undefined;
  if (typeof value === 'boolean') return value;
  report(node.position, `${label} must be true or false`);
  return undefined;
};

export const timeZone: Reader<string> = refined(text(NAME_CHARACTERS_MAX), (value, tell, label) =>
  isTimeZone(value) ? value : tell(`${label} must be an IANA time zone such as America/Sao_Paulo`),
);

/** Epoch milliseconds of a moment. */
export const time: Reader<number> = refined(text(NAME_CHARACTERS_MAX), (value, tell, label) => {
  const atMs = readMoment(value);
  return atMs === null ? tell(`${label} ${FIELD_FAULTS.NOT_A_MOMENT}`) : Math.trunc(atMs);
});

/**
 * The name of a record of the same organization in this file.
 * @param noun with its article
 */
export function nameAmong(known: ReadonlySet<string>, noun: string): Reader<string> {
  return refined(text(NAME_CHARACTERS_MAX), (value, tell, label) => {
    if (known.has(value)) return value;
    const meant = nearMiss(value, [...known]);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return tell(`${label} must name ${noun} of the organization in this file, and ${value} is none${hint}`);
  });
}
