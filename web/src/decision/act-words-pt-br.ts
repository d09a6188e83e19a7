// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './act-words-en.ts';

const at = (when: string) => (/^\d\d:\d\d$/.test(when) ? ` às ${when}` : `, ${when}`);

export const words: typeof en = {
  marks: {
    open: 'Válida',
    redeemed: 'Usada',
    missing: 'Sem retorno',
    done: 'Feita',
    failed: 'Falhou',
    unknown: 'Incerta',
    late: 'Atrasada',
    lapsed: 'Vencida',
    exceeded: 'Fez mais',
  },
  open: (until) => `Válida até ${until}`,
  left: (left) => `por mais ${left}`,
  lapsed: 'Venceu sem uso',
  notRedeemed: (until) => `Não usada até ${until}`,
  redeemed: (when) => `Usada${at(when)}`,
  awaited: 'desfecho ainda não informado',
  missing: 'Usada, sem desfecho informado',
  done: (when) => `Feita${at(when)}`,
  doneOnce: (when) => `Feita uma vez${at(when)}`,
  failed: (when) => `Falhou${at(when)}`,
  unknown: 'Pode ter sido feita; não execute de novo',
  late: (isApproved) =>
    isApproved ? 'Executada depois que a aprovação venceu' : 'Executada depois que o prazo de uso venceu',
  notFirst: 'sem usar a aprovação antes',
  records: (did, stated) => (stated === null ? `${did} registros` : `${did} de ${stated} registros`),
  exceeds: (did, stated) => (stated === null ? `Fez ${did}, não declarou nenhum` : `Fez ${did}, declarou ${stated}`),
  sources: { REPORTED: 'Informado pelo agente', GATEWAY: 'Visto pelo gateway' },
  amended: (when) => `conhecido desde ${when}`,
  code: 'código',
  says: 'O agente diz',
  fields: { purpose: 'Finalidade', destinationName: 'Vai para', session: 'Sessão', link: 'Link' },
  newTab: 'abre em outra aba',
  allOfSession: (session) => `Todos os eventos da sessão ${session}`,
  erased: 'O que o agente disse foi apagado.',
  erasedPart: 'Uma parte foi apagada.',
  erase: {
    action: 'Apagar…',
    title: 'Apagar o que o agente disse?',
    text: 'O que você escolher some de vez. A auditoria guarda que existiu e quem apagou.',
    which: 'O que apagar',
    confirm: 'Apagar de vez',
    done: 'Apagado. A cadeia continua íntegra.',
  },
  nothingSent: 'Nenhum conteúdo foi enviado, então nada foi analisado.',
  scanUnknown: 'Nada foi encontrado. Em eventos tão antigos, não se sabe se houve conteúdo.',
  digest: 'Digest da ação',
};
