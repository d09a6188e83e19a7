// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

/** The words of what became of an allowed act, and of what the agent says about it. */
export const actWords = wordSet({
  en: () => import('./act-words-en.ts'),
  'pt-BR': () => import('./act-words-pt-br.ts'),
});
