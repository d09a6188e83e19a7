// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

/** The names of the ways in which other software asks. */
export const doorWords = wordSet({
  en: () => import('./door-words-en.ts'),
  'pt-BR': () => import('./door-words-pt-br.ts'),
});
