// SPDX-License-Identifier: Apache-2.0
/** Values of attributes, in the spellings that directories use. */
import { SCIM_TEXT_CHARACTERS_MAX } from '@svc/contract';
import { lineFault } from '../../registry/names/index.ts';
import { badRequest } from './fault.ts';

/** @returns null for no value @throws ScimFault 400 `invalidValue` */
export function lineOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw badRequest('invalidValue', `${name} is a text.`);
  const text = value.trim().normalize('NFC');
  if (text.length > SCIM_TEXT_CHARACTERS_MAX) {
    throw badRequest('invalidValue', `${name} has more than ${SCIM_TEXT_CHARACTERS_MAX} characters.`);
  }
  if (lineFault(text) !== null) throw badRequest('invalidValue', `${name} holds a line break or a control character.`);
  return text === '' ? null : text;
}

/** Some directories write it as a text. @throws ScimFault 400 `invalidValue` */
export function truthOf(name: string, value: unknown): boolean {
  const text = typeof value === 'boolean' || typeof value === 'string' ? String(value).toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw badRequest('invalidValue', `${name} is true or false.`);
}
