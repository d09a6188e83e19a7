// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Agentes',
  search: 'Nome ou finalidade',
  counted: (registered, max) => `${registered} de ${max}`,
  agent: 'Agente',
  state: 'Situação',
  asked: 'Pedidos, 30 d',
  stopped: 'Barrados, 30 d',
  share: 'Parte barrada',
  risk: 'Maior risco',
  mayDo: 'Pode',
  keys: 'Chaves',
  keysOf: (own, shared) => (shared === 0 ? `${own}` : `${own} só dele, ${shared} de todos`),
  lastAt: 'Último pedido',
  acts: 'Ações',
  never: 'nunca',
  statuses: { ACTIVE: 'Ativo', PAUSED: 'Pausado' },
  anomalies: (count) => (count === 1 ? '1 anomalia' : `${count} anomalias`),
  emptyTitle: 'Nenhum agente ainda',
  emptyText: 'Registre cada programa que age por você. Até lá, os pedidos dele são recusados.',
  command: 'Registrar agentes por um arquivo',
  register: 'Registrar agente',
  registerText: 'Use o nome que os pedidos dele enviam. Nada acontece até o primeiro pedido.',
  registerAct: 'Registrar',
  registered: (name) => `${name} foi registrado`,
  editTitle: (name) => `Alterar ${name}`,
  nameHint: 'Como nos pedidos dele, até 100 caracteres.',
  purpose: 'Finalidade',
  purposeHint: 'Uma linha para quem cuida dele.',
  limitTitle: 'O plano não comporta outro agente',
  limitText: (registered, max) =>
    `O plano permite ${max} agentes e ${registered} estão registrados. Exclua um, ou fale com um ` +
    `proprietário sobre o plano.`,
  open: 'Abrir',
  events: 'Eventos dele',
  pause: 'Pausar',
  resume: 'Retomar',
  pauseTitle: (name) => `Pausar ${name}?`,
  pauseText:
    'A partir de agora, toda ação que ele pedir é bloqueada. Nenhuma política e nenhum modo de ' +
    'monitoramento abranda isso.',
  asksAbout: 'Costuma pedir',
  askedNothing: 'nada em 30 dias',
  perDay: (count) =>
    count === '0' ? 'menos de uma vez por dia' : count === '1' ? '1 vez por dia' : `${count} vezes por dia`,
  waiting: 'Revisões pendentes',
  waitingText: (count) =>
    count === 0
      ? 'nenhuma'
      : count === 1
        ? '1 não pode ser aprovada durante a pausa'
        : `${count} não podem ser aprovadas durante a pausa`,
  keysText: (count) => (count === 0 ? 'nenhuma ligada a ele' : `${count} continuam válidas e ainda podem consultar`),
  toldTo: 'Quem fica sabendo',
  toldText: 'todos que leem a auditoria',
  why: 'Motivo (vai para a auditoria)',
  undo: 'Para desfazer: Retomar, a qualquer momento',
  pauseAct: 'pausar',
  paused: (name) => `${name} está pausado`,
  resumeTitle: (name) => `Retomar ${name}?`,
  resumeText: 'Políticas e risco voltam a decidir sobre ele, a partir de agora.',
  resumeAct: 'retomar',
  resumed: (name) => `${name} está ativo`,
  remove: 'Excluir',
  removeTitle: (name) => `Excluir ${name}?`,
  removeText: 'Os pedidos dele passam a ser recusados como desconhecidos. Eventos e entradas da auditoria permanecem.',
  removed: (name) => `${name} foi excluído`,
};
