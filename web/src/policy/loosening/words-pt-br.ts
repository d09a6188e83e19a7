// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  comparing: (seconds) =>
    seconds < 3 ? 'Comparando com o que vale agora…' : `Comparando com o que vale agora… ${seconds} s`,
  none: 'Nada fica mais permissivo com isso.',
  lead: 'A partir da próxima decisão, isto fica mais permissivo:',
  watched: 'A organização está em modo de monitoramento: estas são as decisões que ela só registra.',
  unknown: {
    what: 'Não foi possível saber o que isto afrouxa.',
    remedy: 'Pode passar a permitir o que hoje é bloqueado ou perguntado.',
  },
  title: 'Isto afrouxa as suas políticas',
  unknownTitle: 'Não se sabe o que isto afrouxa',
  note: 'Por quê (opcional)',
  noteHint: 'Fica junto da versão. A entrada de auditoria guarda um compromisso dela.',
  goOn: 'Salvar, mais permissivo',
  goOnAnyway: 'Salvar mesmo assim',
  back: 'Continuar editando',
  kinds: { looser: 'Mais permissivo', stricter: 'Mais rigoroso', approvers: 'Outros aprovadores' },
  isKept: 'não é repassada',
  people: (count) => `${count} pessoas`,
  notAsker: 'exceto quem pediu',
  signed: 'com assinatura por chave de acesso',
  valid: (minutes) => `por ${minutes} minutos`,
  grants: 'pode liberar o mesmo por um tempo',
  becomes: 'passa a',
  by: (before, after) =>
    `Hoje decide ${before === null ? 'a pontuação de risco' : `“${before}”`}; depois, ${
      after === null ? 'a pontuação de risco' : `“${after}”`
    }.`,
  more: (count) => `e mais ${count}`,
  wider: 'Dito de forma ampla: em parte disso algo igualmente rigoroso decide antes e depois.',
};
