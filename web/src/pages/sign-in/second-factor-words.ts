// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../../language/word-set.ts';

export const secondFactorWords = wordSet({
  en: () => import('./second-factor-words-en.ts'),
  'pt-BR': () => import('./second-factor-words-pt-br.ts'),
});
