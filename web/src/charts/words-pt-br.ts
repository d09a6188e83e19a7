// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  allowed: 'Permitidas',
  waited: 'Para uma pessoa',
  blocked: 'Bloqueadas',
  would: 'Seriam barradas',
  decided: (count) => (count === '1' ? '1 decidida' : `${count} decididas`),
  stopped: (count) => (count === '1' ? '1 barrada' : `${count} barradas`),
  period: 'Período',
  table: 'Tabela',
  periodSays: (period, counts) => `${period}: ${counts}`,
};
