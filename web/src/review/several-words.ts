// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

export const severalWords = wordSet({
  en: () => import('./several-words-en.ts'),
  'pt-BR': () => import('./several-words-pt-br.ts'),
});
