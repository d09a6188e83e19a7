// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  search: 'Buscar',
  loadMore: 'Mostrar mais',
  loadingMore: 'Carregando…',
};
