// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../../language/word-set.ts';

export const directoryWords = wordSet({ en: () => import('./words-en.ts'), 'pt-BR': () => import('./words-pt-br.ts') });
