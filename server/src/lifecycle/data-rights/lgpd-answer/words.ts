// SPDX-License-Identifier: Apache-2.0
/** The words of an answer by language, and moments in it. */
import type { Language } from '@svc/contract';
import { words as en, type Words } from './words-en.ts';
import { words as pt } from './words-pt-br.ts';

export type { Words } from './words-en.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, 'pt-BR': pt };

/** The language of the answer, and the zone of the organization, in which its people read moments. */
export interface Telling {
  language: Language;
  timeZone: string;
}
