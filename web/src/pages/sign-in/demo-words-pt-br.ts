// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './demo-words-en.ts';

export const words: typeof en = {
  or: 'ou sem conta',
  act: 'Ver a demonstração',
  entering: 'Abrindo a demonstração…',
  hint: 'Uma empresa de exemplo com um ano de decisões. Explore à vontade; nada pode ser alterado.',
  beingMade: { what: 'A demonstração está sendo refeita.', remedy: 'Leva um minuto. Tente de novo em seguida.' },
};
