// SPDX-License-Identifier: Apache-2.0
/** The words of the parts that stand on every page, loaded before the first one is drawn. */
import { wordSet } from './word-set.ts';

export const commonWords = wordSet({ en: () => import('./en.ts'), 'pt-BR': () => import('./pt-br.ts') });
