// SPDX-License-Identifier: Apache-2.0
/** The words of the list of guardrails, in Portuguese. */
import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Garantias',
  lead: 'O que deve valer para todo pedido possível.',
  search: 'Nome',
  guardrail: 'Garantia',
  state: 'Prova',
  mode: 'Aplicação',
  proved: 'Última prova',
  never: 'nunca',
  ofVersion: (version) => `políticas, versão ${version}`,
  changed: 'Alterada',
  prove: 'Provar todas',
  proving: (done, all) => `${done} de ${all} provadas`,
  provedAll: (count) => (count === 1 ? 'A garantia foi provada de novo' : `${count} garantias foram provadas de novo`),
  notProved: 'As provas foram interrompidas. Tente de novo em instantes.',
  create: 'Nova garantia',
  createText: 'Uma regra sobre todo pedido, não só sobre os que já vieram. Ela é provada ao ser salva.',
  createAct: 'Salvar e provar',
  created: (name) => `${name} está guardada`,
  editTitle: (name) => `Alterar ${name}`,
  field: 'A garantia',
  enforcement: 'Quando uma mudança nas políticas a quebra',
  enforce: 'Recusar a mudança',
  watch: 'Fazer a mudança e avisar',
  emptyTitle: 'Nenhuma garantia ainda',
  emptyText:
    'Uma garantia diz o que nunca pode acontecer e é provada para todo pedido possível. Se for obrigatória, recusa ' +
    'cada mudança nas políticas que a quebraria. Cinco que vale a pena copiar:',
  starting: [
    {
      name: 'Dados de saúde nunca saem sozinhos',
      text: 'Dados pessoais sensíveis do artigo 11 da LGPD: uma pessoa decide antes que saiam.',
    },
    {
      name: 'Nada é excluído sem uma pessoa',
      text: 'Seja qual for o dado, a quantidade e o horário.',
    },
    {
      name: 'Exportações esperam fora do expediente',
      text: 'À noite e no fim de semana, uma pessoa decide.',
    },
    {
      name: 'Agentes que não são conhecidos nada exportam sozinhos',
      text: 'Indique-os em “Exceto quando”. Os outros, e os registrados depois, esperam por uma pessoa.',
    },
    {
      name: 'Credenciais nunca são enviadas para fora',
      text: 'Chaves de API e chaves privadas são bloqueadas antes de sair.',
    },
  ],
  command: 'Provar garantias em arquivos',
  deleted: 'Garantias excluídas',
  deletedText: 'As versões ficam. Uma garantia que volta é provada de novo.',
  noneDeleted: 'Nenhuma garantia foi excluída.',
  deletedBy: (who) => `excluída por ${who}`,
  restore: 'Restaurar',
  restoreNamed: (name) => `Restaurar ${name}`,
  restored: (name) => `${name} voltou`,
};
