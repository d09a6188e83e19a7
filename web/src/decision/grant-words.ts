// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../language/word-set.ts';

export const grantWords = wordSet({
  en: () => import('./grant-words-en.ts'),
  'pt-BR': () => import('./grant-words-pt-br.ts'),
});
