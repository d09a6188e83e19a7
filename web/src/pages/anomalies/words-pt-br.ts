// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

const others = (count = '0') => (count === '0' ? '' : ` (e mais ${count} do mesmo tipo)`);

export const words: typeof en = {
  title: 'Anomalias',
  search: 'Id, agente ou recurso',
  opened: 'Aberta',
  status: 'Situação',
  what: 'O quê',
  agent: 'Agente',
  severity: 'Gravidade',
  size: 'Agora e o habitual',
  now: 'Última hora',
  usual: 'Hora habitual',
  statuses: { OPEN: 'Aberta', CLOSED: 'Fechada' },
  severities: { MEDIUM: 'Média', HIGH: 'Alta' },
  kinds: {
    VOLUME_SPIKE: 'Muitos registros',
    RATE_SPIKE: 'Muitas ações',
    NEW_ACTION: 'Ação nova',
    NEW_EXTERNAL_DEST: 'Destino externo novo',
  },
  messages: {
    VOLUME_SPIKE: ({ records, usualRecords }) =>
      usualRecords === '0'
        ? `Afetou ${records} registros na última hora; costuma não afetar nenhum.`
        : `Afetou ${records} registros na última hora, mais de 5 vezes a sua hora habitual (${usualRecords}).`,
    RATE_SPIKE: ({ events, usualEvents }) =>
      usualEvents === '0'
        ? `Pediu ${events} ações na última hora; costuma não pedir nenhuma.`
        : `Pediu ${events} ações na última hora, mais de 5 vezes a sua hora habitual (${usualEvents}).`,
    NEW_ACTION: ({ action, others: more }) => `Pediu “${action}” pela primeira vez${others(more)}.`,
    NEW_EXTERNAL_DEST: ({ resource, destination, eventsBefore, others: more }) =>
      `Enviou ${resource} para “${destination}”, um destino novo após ${eventsBefore} ações${others(more)}.`,
  },
  effect: 'Enquanto está aberta, as decisões deste agente têm 10 pontos a mais.',
  openedAt: (when) => `Aberta ${when}`,
  closedBy: (name, when) => `Fechada por ${name}, ${when}`,
  somebody: 'alguém que saiu',
  note: 'Nota (opcional)',
  noteOf: 'Nota',
  scan: 'Verificar agora',
  scanning: 'Verificando…',
  scanned: (count) =>
    count === 0
      ? 'Nada de novo fora do comum.'
      : count === 1
        ? '1 anomalia foi aberta.'
        : `${count} anomalias foram abertas.`,
  scanUnfinished: 'Muito foi registrado desde a última verificação. Verifique de novo para continuar.',
  close: 'Fechar a anomalia',
  closeTitle: 'Fechar esta anomalia?',
  closeText: 'A partir de agora, as decisões do agente voltam ao seu risco habitual.',
  closedNow: 'A anomalia foi fechada.',
  alreadyClosed: 'Outra pessoa a fechou antes de você.',
  seeEvents: 'Eventos do agente',
  notLoaded: 'Esta anomalia não está entre as linhas exibidas.',
  noneComparedTitle: 'Nenhum agente é monitorado ainda',
  noneComparedText:
    'Um agente é comparado com o próprio passado a partir de 3 dias ativos e 50 ações. Até lá, nada é encontrado.',
  compared: (count) => (count === 1 ? '1 agente é monitorado.' : `${count} agentes são monitorados.`),
  emptyTitle: 'Nada fora do comum',
  emptyText:
    'A cada cinco minutos, a última hora de cada agente é comparada com os 14 dias anteriores. ' +
    'O que se destaca aparece aqui.',
};
