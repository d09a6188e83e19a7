// SPDX-License-Identifier: Apache-2.0

import type { EventAction } from '@svc/contract';
import type { words as en } from './words-en.ts';

const NOUNS: Readonly<Record<EventAction, string>> = {
  READ_DATA: 'esta leitura',
  WRITE_DATA: 'esta gravação',
  DELETE_DATA: 'esta exclusão',
  EXPORT_DATA: 'esta exportação',
  SEND_EMAIL: 'este e-mail',
};

export const words: typeof en = {
  region: 'Resposta',
  approve: 'Aprovar',
  deny: 'Negar',
  approveNow: 'Aprovar agora',
  denyNow: 'Negar agora',
  back: 'Voltar',
  approveQuestion: (action) => `Aprovar ${NOUNS[action]}?`,
  denyQuestion: (action) => `Negar ${NOUNS[action]}?`,
  approveMore: 'Outra pessoa também precisa aprovar antes que o agente possa executar. Não é possível desfazer.',
  addedNow: 'Sua aprovação conta. O agente ainda precisa esperar outra pessoa.',
  approvals: 'Aprovações até agora',
  approvedBy: (who, role, when) => `Aprovada por ${who} (${role}), ${when}`,
  countsNoMore: 'não conta mais: esta pessoa não pode aprovar agora',
  mayNotApprove: {
    ASKER:
      'Você pediu esta ação, pelo seu aplicativo ou pela sua chave: outra pessoa precisa aprová-la. Você pode negá-la.',
    COUNTED: 'Você já aprovou. Outra pessoa também precisa aprovar. Se mudou de ideia, negue.',
  },
  signed: {
    approve: 'Aprovar com chave de acesso',
    text: 'A aprovação desta ação é assinada: sua chave de acesso confirma que é você, só para esta ação.',
    noKey: 'Nenhuma das suas chaves de acesso assina aprovações aqui ainda.',
    toAccount: 'Permitir uma na sua conta',
    noPasskeys: 'Este navegador não tem chaves de acesso neste endereço: é preciso https e um endereço com nome.',
  },
  notSigned: {
    what: 'Nada foi assinado, então nada foi aprovado.',
    remedy: 'Tente de novo, com uma chave de acesso que assine aprovações aqui.',
  },
  signatureRefused: {
    what: 'A assinatura não foi aceita, então nada foi aprovado.',
    remedy: 'Aprove de novo: há cinco minutos para assinar.',
  },
  approveText: 'O agente poderá executar a ação na hora. Não é possível desfazer.',
  grantText: 'O agente pode executar agora, e o mesmo de novo. Você pode encerrar a concessão a qualquer momento.',
  denyText: 'O agente não poderá executar a ação. Não é possível desfazer.',
  note: 'Nota para a auditoria (opcional)',
  addNote: 'Adicionar uma nota',
  noteOf: 'Nota',
  approvedNow: 'Aprovada. O agente pode executar a ação.',
  deniedNow: 'Negada. O agente não pode executar a ação.',
  expiredText: 'Ninguém decidiu a tempo, então a ação segue bloqueada. O agente pode pedir de novo.',
  decidedBy: (who, role, when) => `por ${who} (${role}), ${when}`,
  notYours: (roles) => `Você não pode decidir esta revisão. Peça a quem pode: ${roles}.`,
  alreadyApproved: 'Alguém a aprovou antes de você. Sua resposta não contou.',
  alreadyDenied: 'Alguém a negou antes de você. Sua resposta não contou.',
  alreadyExpired: 'A revisão expirou antes da sua resposta. O agente precisa pedir de novo.',
  isKept: 'Esta política não repassa suas revisões.',
  agentPaused: 'O agente está pausado e não pode fazer nada. Reative-o antes, ou negue a ação.',
  notPermitted: 'Seu papel não pode decidir esta revisão. Nada foi alterado.',
  erase: {
    action: 'Apagar a nota',
    title: 'Apagar esta nota?',
    text: 'A nota some de vez. A auditoria guarda que ela existiu, quem a escreveu e quem a apagou.',
    confirm: 'Apagar de vez',
    done: 'A nota foi apagada. A cadeia continua íntegra.',
  },
  past: {
    days: (agent) => `${agent}, últimos 30 dias`,
    gone: 'O agente foi excluído.',
    asked: 'Pedidas',
    reviewed: 'Revisões',
    blocked: 'Bloqueadas',
    anomalies: 'Anomalias abertas',
    chart: 'O que foi barrado, dia a dia',
    similar: 'O que as pessoas decidiram antes',
    all: 'Ver todas',
    none: 'Ninguém respondeu ainda a esta ação neste recurso com este destino.',
    counts: ({ approved, denied, expired }) =>
      `${approved} ${approved === 1 ? 'aprovada' : 'aprovadas'}, ${denied} ${denied === 1 ? 'negada' : 'negadas'}, ` +
      `${expired} ${expired === 1 ? 'expirada' : 'expiradas'}`,
    one: (records, when) => (records === null ? when : `${records} registros, ${when}`),
    sizes: 'Registros desta revisão ao lado das anteriores',
    times: (times, records) => `${times} vezes a maior que foi aprovada, de ${records} registros`,
  },
};
