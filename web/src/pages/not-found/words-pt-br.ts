// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Esta página não existe',
  text: 'O endereço pode estar errado, ou o que havia aqui não existe mais.',
  action: 'Ir para as revisões pendentes',
};
