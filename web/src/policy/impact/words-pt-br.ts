// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  period: 'Período',
  days: (days) => (days === 1 ? '1 dia' : `${days} dias`),
  run: 'Decidir de novo',
  running: 'Decidindo de novo',
  progress: (events, total) => `${events} de cerca de ${total} eventos`,
  cancel: 'Cancelar',
  ended: {
    CANCELLED: 'Foi cancelado.',
    FAILED: 'Falhou. Tente um período menor.',
    LOST: 'O serviço parou nesse meio-tempo. Comece de novo.',
  },
  none: (events) => `Nada mudaria em ${events} decisões.`,
  changed: (changed, events, isOne) =>
    isOne ? `1 de ${events} decisões mudaria.` : `${changed} de ${events} decisões mudariam.`,
  becomes: 'vira',
  notes: {
    TIME_ZONE_THEN: 'O horário comercial é o do fuso horário daquele momento.',
    RISK_THEN: 'As pontuações de risco são as daquele momento.',
    PERMISSIONS_THEN: 'O que um agente não podia fazer continua bloqueado; as permissões não são consultadas de novo.',
    SETTINGS_NOW: 'Os limites de risco e o modo da organização são os atuais.',
    RETENTION: 'Eventos mais antigos foram excluídos pela retenção da organização.',
    CUT_SHORT: 'O tempo acabou: só os eventos mais recentes foram decididos de novo.',
  },
};
