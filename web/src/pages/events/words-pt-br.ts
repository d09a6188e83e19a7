import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Eventos',
  search: 'Id, agente, recurso ou política',
  time: 'Horário',
  outcome: 'Resultado',
  risk: 'Risco',
  agent: 'Agente',
  what: 'O quê',
  destination: 'Destino',
  decidedBy: 'Decidiu',
  byRisk: 'Pontuação de risco',
  byPause: 'Agente pausado',
  byPermission: 'Sem permissão',
  chart: 'Decisões desta lista ao longo do tempo',
  emptyTitle: 'Ainda não há decisões',
  emptyText: (isSandbox) =>
    `Peça uma com uma chave de ${isSandbox ? 'teste' : 'produção'}, e ela aparece aqui na hora.`,
  command: 'Pedir uma decisão',
};
