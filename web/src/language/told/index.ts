// SPDX-License-Identifier: Apache-2.0
/** The service's messages about fields of a form, in the language of the page. The service answers in English. */
import type { FieldCode } from '@svc/contract';
import { useWords, wordSet } from '../word-set.ts';

const toldWords = wordSet({ en: () => import('./words-en.ts'), 'pt-BR': () => import('./words-pt-br.ts') });

/** @returns a message of an error's `fields`, with its code where it has one, as a sentence for people */
export function useTold(): (message: string, fault: FieldCode | undefined) => string {
  return useWords(toldWords).about;
}
