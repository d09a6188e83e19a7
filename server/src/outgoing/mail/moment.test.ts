// SPDX-License-Identifier: Apache-2.0
/** A moment of a mail: its zone stands beside it, in both languages. */
import { expect, it } from 'vitest';
import { momentText } from './moment.ts';

const AT = new Date('2026-11-29T14:18:00.000Z');

it.each([
  ['en', 'America/Sao_Paulo', /^November 29, 2026 at 11:18:00\sAM GMT-3$/],
  ['en', 'UTC', /^November 29, 2026 at 2:18:00\sPM UTC$/],
  ['pt-BR', 'Europe/Berlin', /^29 de novembro de 2026 às 15:18:00 (CET|GMT\+1)$/],
] as const)('has its zone, in %s for %s', (language, zone, text) => {
  expect(momentText(AT, language, zone)).toMatch(text);
});
