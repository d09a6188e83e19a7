// SPDX-License-Identifier: Apache-2.0
/** The rules of names. Each returns the fault, as a phrase after the name of the field, or null. */
import { LINE_PATTERN, POLICY_RESOURCES, TEXT_PATTERN, UUID_PATTERN } from '@svc/contract';

const LINE = new RegExp(LINE_PATTERN, 'u');
const TEXT = new RegExp(TEXT_PATTERN, 'u');

/** Text on one line, which people and logs read. */
export function lineFault(value: string): string | null {
  if (!LINE.test(value)) {
    return 'must not hold line breaks, other control characters or characters that turn the direction of text';
  }
  return value === value.trim() ? null : 'must not begin or end with a space';
}

/** Text of several lines, such as a description. */
export function textFault(value: string): string | null {
  if (TEXT.test(value)) return null;
  return 'may hold line feeds and tabs, but no other control characters and none that turn the direction of text';
}

/** For new names of people alone: names of files are taken as they are. */
export function compositionFault(value: string): string | null {
  return value === value.normalize('NFC')
    ? null
    : 'must be in the composed form of Unicode (NFC): a letter and its accent are one character';
}

/** Names of one form look the same to people. */
export function alikeForm(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

const UUID = new RegExp(UUID_PATTERN);

/** Callers give a name or an id in the same field. */
export function agentNameFault(value: string): string | null {
  return lineFault(value) ?? (UUID.test(value) ? 'must not look like a UUID: an id could be meant' : null);
}

/** A permission names a resource or a classification in the same field. */
export function resourceNameFault(value: string): string | null {
  const fault = agentNameFault(value);
  if (fault !== null) return fault;
  return (POLICY_RESOURCES as readonly string[]).includes(value)
    ? `must not be one of ${POLICY_RESOURCES.join(', ')}: the classification could be meant`
    : null;
}
