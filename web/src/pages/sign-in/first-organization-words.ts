// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../../language/word-set.ts';

export const firstOrganizationWords = wordSet({
  en: () => import('./first-organization-words-en.ts'),
  'pt-BR': () => import('./first-organization-words-pt-br.ts'),
});
