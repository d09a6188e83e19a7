// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Eventos',
  search: 'Id, agente, recurso ou política',
  time: 'Horário',
  outcome: 'Resultado',
  run: 'Execução',
  risk: 'Risco',
  agent: 'Agente',
  what: 'O quê',
  destination: 'Destino',
  decidedBy: 'Decidiu',
  byRisk: 'Pontuação de risco',
  byPause: 'Agente pausado',
  byTool: 'Ferramenta alterada',
  byPermission: 'Sem permissão',
  chart: 'Decisões desta lista ao longo do tempo',
  counted: { '24h': 'em 24 horas', '7d': 'em 7 dias', '30d': 'em 30 dias', '90d': 'em 90 dias' },
  stopped: 'Barradas',
  stoppedCount: (count) => (count === '1' ? '1 barrada' : `${count} barradas`),
  countedAsAsked: 'neste período',
  values: {
    redemption: { OPEN: 'disponível', REDEEMED: 'feito', LAPSED: 'vencido' },
    outcome: { SUCCEEDED: 'sucesso', FAILED: 'falha', UNKNOWN: 'incerto' },
    exceeds: { true: 'acima do declarado' },
    missing: { true: 'ausente' },
    scanned: { true: 'analisado', false: 'não analisado' },
  },
  loaded: (count) => (count === '1' ? 'da 1 carregada' : `das ${count} carregadas`),
  emptyTitle: 'Ainda não há decisões',
  emptyText: (isSandbox) =>
    `Peça uma com uma chave de ${isSandbox ? 'teste' : 'produção'}, e ela aparece aqui na hora.`,
  command: 'Pedir uma decisão',
};
