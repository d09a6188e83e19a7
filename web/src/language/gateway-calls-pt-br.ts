/** Brazilian Portuguese words of the log of gateway calls. */
import type { gatewayCallsEn } from './gateway-calls-en.ts';

export const gatewayCallsPtBr: typeof gatewayCallsEn = {
  title: 'Chamadas dos gateways',
  lead: 'O que os agentes chamaram pelos gateways, do mais novo ao mais antigo, e o resultado. Sem guardar corpos.',
  search: 'Buscar chamadas',
  agent: 'Agente',
  route: 'Rota',
  protocol: 'Gateway',
  decision: 'Decisão',
  all: 'Todos',
  apply: 'Buscar',
  clear: 'Limpar filtros',
  call: 'Chamada',
  upstream: 'Destino',
  when: 'Quando',
  toHttp: (method) => `Chamada ${method}`,
  toTool: (tool) => `Ferramenta ${tool}`,
  noRoute: 'Sem rota',
  key: (prefix) => `Chave ${prefix}…`,
  testKey: 'Teste',
  notForwarded: 'Não encaminhada',
  decidedOnly: 'Só decidida',
  underWay: 'Em andamento',
  status: (status) => `Respondeu ${status}`,
  latency: (ms) => `em ${ms} ms`,
  withCredential: 'com credencial',
  shown: (count) => (count === 1 ? '1 chamada exibida' : `${count} chamadas exibidas`),
  loadMore: 'Mostrar mais',
  searchOlder: 'Buscar chamadas mais antigas',
  loadingMore: 'Carregando…',
  emptyTitle: 'Nenhuma chamada ainda',
  emptyText:
    'Registre uma rota no arquivo de provisionamento e faça um agente chamar POST /v1/gateway/http ou ' +
    '/v1/gateway/mcp: cada chamada aparece aqui na hora.',
  noneFoundTitle: 'Nenhuma chamada corresponde',
  noneFoundText: 'Retire um filtro ou busque outra palavra.',
};
