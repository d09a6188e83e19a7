/** Brazilian Portuguese words of the anomalies. */
import type { Messages } from './en.ts';

const others = (count = '0') => (count === '0' ? '' : ` (e mais ${count} do mesmo tipo)`);

export const anomaliesPtBr: Messages['anomalies'] = {
  title: 'Anomalias',
  lead: 'O que um agente fez como nunca antes. Enquanto uma está aberta, as decisões dele têm 10 pontos a mais.',
  search: 'Pesquisar anomalias',
  status: 'Situação',
  kind: 'Tipo',
  all: 'Todas',
  submit: 'Pesquisar',
  clear: 'Limpar filtros',
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
      `Afetou ${records} registros na última hora, mais de 5 vezes a sua hora habitual (${usualRecords}).`,
    RATE_SPIKE: ({ events, usualEvents }) =>
      `Pediu ${events} ações na última hora, mais de 5 vezes a sua hora habitual (${usualEvents}).`,
    NEW_ACTION: ({ action, others: more }) => `Pediu “${action}”, o que nunca tinha pedido${others(more)}.`,
    NEW_EXTERNAL_DEST: ({ resource, destination, eventsBefore, others: more }) =>
      `Usou ${resource} com destino “${destination}”, novo após ${eventsBefore} ações${others(more)}.`,
  },
  opened: (ago) => `aberta ${ago}`,
  closedBy: (name, ago) => `fechada ${ago} por ${name}`,
  somebody: 'alguém que saiu',
  scan: 'Verificar agora',
  scanning: 'Verificando…',
  scanned: (count) =>
    count === 0
      ? 'Nada de novo fora do comum.'
      : count === 1
        ? '1 anomalia foi aberta.'
        : `${count} anomalias foram abertas.`,
  scanUnfinished: 'Muito foi registrado desde a última verificação. Verifique de novo para continuar.',
  close: 'Fechar',
  closeNamed: (kind, agent) => `Fechar: ${kind}, ${agent}`,
  closeTitle: 'Fechar esta anomalia?',
  closeText: 'Você já a examinou. A partir de agora, as decisões do agente voltam ao seu risco habitual.',
  confirm: 'Fechar a anomalia',
  closedNow: 'A anomalia foi fechada.',
  alreadyClosed: 'Outra pessoa a fechou nesse meio-tempo.',
  shown: (count) => (count === 1 ? '1 anomalia exibida' : `${count} anomalias exibidas`),
  loadMore: 'Mostrar mais',
  loadingMore: 'Carregando…',
  emptyTitle: 'Nada fora do comum',
  emptyText:
    'A cada cinco minutos, a última hora de cada agente é comparada com os 14 dias anteriores. ' +
    'O que se destaca aparece aqui.',
  noneFoundTitle: 'Nenhuma anomalia corresponde',
  noneFoundText: 'Retire um filtro ou pesquise outra palavra.',
};
