// SPDX-License-Identifier: Apache-2.0
/** The rules of names. Each returns the fault, as a phrase after the name of the field, or null. */
import { type FieldFault, fieldFault, LINE_PATTERN, POLICY_RESOURCES, TEXT_PATTERN, UUID_PATTERN } from '@svc/contract';

const LINE = new RegExp(LINE_PATTERN, 'u');
const TEXT = new RegExp(TEXT_PATTERN, 'u');

/** Text on one line, which people and logs read. */
export function lineFault(value: string): FieldFault | null {
  if (!LINE.test(value)) return fieldFault('HAS_LINE_BREAK');
  return value === value.trim() ? null : fieldFault('SPACE_AT_END');
}

/** Text of several lines, such as a description. */
export function textFault(value: string): FieldFault | null {
  return TEXT.test(value) ? null : fieldFault('NOT_LINES');
}

/** For new names of people alone: names of files are taken as they are. */
export function compositionFault(value: string): FieldFault | null {
  return value === value.normalize('NFC') ? null : fieldFault('NOT_COMPOSED');
}

/** Names of one form look the same to people. */
export function alikeForm(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

const UUID = new RegExp(UUID_PATTERN);

/** Callers give a name or an id in the same field. */
export function agentNameFault(value: string): FieldFault | null {
  return lineFault(value) ?? (UUID.test(value) ? fieldFault('LOOKS_LIKE_UUID') : null);
}

/** A permission names a resource or a classification in the same field. */
export function resourceNameFault(value: string): FieldFault | null {
  const fault = agentNameFault(value);
  if (fault !== null) return fault;
  return (POLICY_RESOURCES as readonly string[]).includes(value)
    ? fieldFault('CLASSIFICATION_NAME', { values: POLICY_RESOURCES.join(', ') })
    : null;
}
