// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

/** The words that explain one decision: loaded with the first one that is opened. */
export const whyWords = wordSet({
  en: () => import('./why-words-en.ts'),
  'pt-BR': () => import('./why-words-pt-br.ts'),
});
