// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  events: 'Eventos',
  title: 'Evento',
  region: 'O que foi decidido, e por quê',
  missingTitle: 'Este evento não existe',
  missingText: 'Ele pode ser de outra organização ou mais antigo do que o seu plano guarda.',
  missingAction: 'Ver todos os eventos',
};
