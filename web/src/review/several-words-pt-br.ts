// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './several-words-en.ts';

export const words: typeof english = {
  title: (count) => `${count} revisões do mesmo tipo`,
  like: 'Mesmo agente, ação, recurso e política. Cada uma tem sua resposta e seu registro na auditoria.',
  list: 'Revisões respondidas juntas',
  approveQuestion: (count) => `Aprovar ${count} ações?`,
  denyQuestion: (count) => `Negar ${count} ações?`,
  approveText: 'O agente poderá executá-las na hora. Não é possível desfazer.',
  denyText: 'O agente não poderá executar nenhuma delas. Não é possível desfazer.',
  signed: 'As aprovações destas são assinadas uma a uma, com chave de acesso. Juntas, só podem ser negadas.',
  close: 'Voltar à lista',
  lines: {
    added: 'Sua aprovação conta; outra pessoa também precisa aprovar.',
    approved: 'Aprovada',
    denied: 'Negada',
    expired: 'Sem resposta: expirou antes.',
    paused: 'Não aprovada: o agente está pausado.',
    forbidden: 'Sem resposta: seu papel não pode decidi-la.',
    gone: 'Sem resposta: esta revisão não existe mais.',
    failed: 'Não houve retorno, então talvez não tenha contado. Envie de novo.',
    limited: 'Sem resposta: muitas alterações em um minuto. Envie de novo daqui a pouco.',
    unsent: 'Ainda não enviada. Envie de novo.',
  },
  already: {
    APPROVED: (by) => `Sem resposta: já foi aprovada ${by}`,
    DENIED: (by) => `Sem resposta: já foi negada ${by}`,
  },
  channels: { app: 'no aplicativo', chat: 'em um chat', mcp: 'em um assistente' },
  done: (counted, count) => `${counted} de ${count} respostas contaram.`,
};
