// SPDX-License-Identifier: Apache-2.0
/** A fault of a field is told by its code. The types hold that each code has a Portuguese sentence. */
import { FIELD_FAULT_CODES, FieldFault, type FieldFaultCode } from '@svc/contract';
import { expect, it } from 'vitest';
import { words as english } from '../../web/src/language/told/words-en.ts';
import { words as portuguese } from '../../web/src/language/told/words-pt-br.ts';

const ANY = new Proxy({}, { get: () => 12 });

it.each(FIELD_FAULT_CODES)('says %s in whole sentences without an open parameter', (code) => {
  const fault = new FieldFault(code, ANY);
  expect(fault.text).not.toMatch(/undefined|\{[a-z]/);
  expect(english.about(fault.text, fault)).toMatch(/^[A-Z0-9].*[.!?]$/);
  expect(portuguese.about(fault.text, fault)).toMatch(/^[A-ZÀ-Ú].*\.$/);
});

it('leaves a fault without a code, or of a newer service, as it was said', () => {
  expect(portuguese.about('is odd', undefined)).toBe('is odd');
  expect(portuguese.about('is odd', { code: 'ODD' as FieldFaultCode, params: {} })).toBe('is odd');
});
