// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Recursos',
  search: 'Nome ou descrição',
  resource: 'Recurso',
  class: 'Classe',
  agents: 'Agentes, 30 d',
  agentsMore: (names, more) => `${names} e mais ${more}`,
  asked: 'Pedidos, 30 d',
  stopped: 'Barrados, 30 d',
  risk: 'Maior risco',
  lastAt: 'Último pedido',
  noAgent: 'nenhum',
  emptyTitle: 'Nenhum recurso ainda',
  emptyText:
    'Registre o que os agentes leem, alteram e enviam: uma tabela, uma caixa de e-mail, uma API. A ' +
    'classe define quais políticas valem.',
  command: 'Registrar recursos por um arquivo',
  register: 'Registrar recurso',
  registerText: 'O nome é o que os pedidos informam. A classe define quais políticas valem.',
  registerAct: 'Registrar',
  registered: (name) => `${name} foi registrado`,
  editTitle: (name) => `Alterar ${name}`,
  nameHint: 'Como nos pedidos, até 100 caracteres.',
  description: 'Descrição',
  classHint: 'O que ele contém. Políticas e risco usam isto.',
  classChange: (from, to) =>
    `A partir de agora valem as políticas para “${to}” e deixam de valer as de “${from}”. O risco muda junto.`,
  events: 'Eventos dele',
  who: 'Quem pediu nos últimos 30 dias',
  nobody: 'Nenhum agente pediu nos últimos 30 dias.',
  gone: 'agente excluído',
  ofAsked: (stopped, asked) => `${stopped} de ${asked} barrados`,
  usedBy: 'Usado por',
  removeTitle: (name) => `Excluir ${name}?`,
  removeText:
    'Pedidos sobre ele passam a ser recusados como desconhecidos. Eventos e entradas da auditoria permanecem.',
  removed: (name) => `${name} foi excluído`,
};
