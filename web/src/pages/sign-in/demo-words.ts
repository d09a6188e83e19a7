// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../../language/word-set.ts';

export const demoWords = wordSet({
  en: () => import('./demo-words-en.ts'),
  'pt-BR': () => import('./demo-words-pt-br.ts'),
});
