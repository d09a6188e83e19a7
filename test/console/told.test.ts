// SPDX-License-Identifier: Apache-2.0
/** Each message of the service about a field of a form has a Portuguese sentence. The sources name the messages. */
import { fieldsOf } from '@svc/documents';
import { expect, it } from 'vitest';
import { words as english } from '../../web/src/language/told/words-en.ts';
import { words as portuguese } from '../../web/src/language/told/words-pt-br.ts';
import { readRepositoryFile, repositoryFiles } from '../tidy/source-files.ts';

/** The rooms whose records people fill into forms. Signs of a path or a query reach no form. */
const ROOMS = /^server\/src\/(registry|people|organization|record\/webhooks|outgoing\/egress\/web-address)/;
const MESSAGE = /(?:invalid\([^;]*?, |fault: |return (?:[^;]*? \? null : )?)(['`])((?:must|is|may|has)\b.*?)\1/g;

const messages = repositoryFiles()
  .filter((file) => ROOMS.test(file) && file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readRepositoryFile(file).matchAll(MESSAGE)].map(([, , text = '']) => text))
  .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '12'));

it('finds the messages of the sources', () => {
  expect(messages.length).toBeGreaterThan(40);
});

it.each([...new Set(messages)])('has a sentence for: %s', (message) => {
  expect(portuguese.about(message)).not.toBe(message);
  expect(portuguese.about(message)).toMatch(/^[^$]*\.$/);
  expect(english.about(message)).toMatch(/^[A-Z].*[.!?]$/);
});

const KEYWORDS = [
  { keyword: 'required', params: { missingProperty: 'name' } },
  { keyword: 'additionalProperties', params: { additionalProperty: 'x' } },
  { keyword: 'type', params: { type: 'string' } },
  { keyword: 'enum', params: { allowedValues: ['A', 'B'] } },
  { keyword: 'maxLength', params: { limit: 9 } },
  { keyword: 'minLength', params: { limit: 1 } },
  { keyword: 'minLength', params: { limit: 3 } },
  { keyword: 'maxItems', params: { limit: 9 } },
  { keyword: 'minItems', params: { limit: 1 } },
  { keyword: 'minItems', params: { limit: 3 } },
  { keyword: 'format', params: { format: 'date-time' } },
  { keyword: 'type', params: { type: ['string', 'null'] } },
  { keyword: 'type', params: { type: 'string,null' } },
  { keyword: 'minimum', params: { limit: 9 } },
  { keyword: 'maximum', params: { limit: 9 } },
  { keyword: 'uniqueItems', params: {} },
  { keyword: 'pattern', params: { pattern: '^/' } },
  { keyword: 'pattern', params: { pattern: '@' } },
  { keyword: 'pattern', params: { pattern: 'x' } },
  { keyword: 'pattern', params: { pattern: '\\u202a' } },
  { keyword: 'pattern', params: { pattern: '\\u202a\\u0008' } },
];

it.each(KEYWORDS)('has a sentence for the keyword $keyword', ({ keyword, params }) => {
  const [message = ''] = Object.values(fieldsOf([{ keyword, instancePath: '/name', params }], 'body'));
  expect(message).not.toBe('');
  expect(portuguese.about(message)).not.toBe(message);
});
