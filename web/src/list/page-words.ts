import { wordSet } from '../language/word-set.ts';

/** What every list page says around its rows. */
export const listPageWords = wordSet({
  en: () => import('./page-words-en.ts'),
  'pt-BR': () => import('./page-words-pt-br.ts'),
});
