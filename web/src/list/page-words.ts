// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

/** The words around the rows of every list page. */
export const listPageWords = wordSet({
  en: () => import('./page-words-en.ts'),
  'pt-BR': () => import('./page-words-pt-br.ts'),
});
