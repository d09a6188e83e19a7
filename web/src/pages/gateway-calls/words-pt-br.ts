// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Chamadas dos gateways',
  search: 'Id, agente, rota, ferramenta ou chave',
  time: 'Horário',
  outcome: 'Decisão',
  call: 'Chamada',
  gateway: 'Gateway',
  route: 'Rota',
  agent: 'Agente',
  key: 'Chave',
  upstream: 'Destino',
  latency: 'Tempo',
  toHttp: (method) => `Chamada ${method}`,
  toTool: (tool) => `Ferramenta ${tool}`,
  notForwarded: 'Não encaminhada',
  decidedOnly: 'Só decidida',
  underWay: 'Em andamento',
  status: (status) => `Respondeu ${status}`,
  milliseconds: (ms) => `${ms} ms`,
  withCredential: 'com credencial',
  emptyTitle: 'Nenhuma chamada ainda',
  emptyText:
    'As chamadas que os agentes fazem pelos gateways HTTP e MCP aparecem aqui. Crie uma rota na página Rotas ' +
    'e chame POST /v1/gateway/http ou /v1/gateway/mcp. Nenhum corpo é guardado.',
};
