// SPDX-License-Identifier: Apache-2.0
/** Areas of events in Brazilian Portuguese. */
import type { AreaWords } from './area-words.ts';
import { PORTUGUESE_TYPES, portuguese as policies } from './portuguese.ts';

const number = new Intl.NumberFormat('pt-BR');
const records = (count: number) => `${number.format(count)} ${count === 1 ? 'registro' : 'registros'}`;

export const portuguese: AreaWords = {
  anyAgent: 'Qualquer agente',
  anyAgentBut: (names) => `Qualquer agente, exceto ${names},`,
  anyAction: policies.verbs.ANY,
  verbs: {
    READ_DATA: 'lê',
    WRITE_DATA: 'grava',
    DELETE_DATA: 'exclui',
    EXPORT_DATA: 'exporta',
    SEND_EMAIL: 'envia por e-mail',
  },
  anyData: policies.objects.ANY,
  objects: policies.objects,
  justOf: (names) => `só ${names}`,
  allBut: (names) => `exceto ${names}`,
  destinations: {
    INTERNAL: 'para um destino interno',
    EXTERNAL_EMAIL: 'para um e-mail externo',
    EXTERNAL_API: 'para uma API externa',
  },
  outside: 'para um destino externo',
  noDestination: 'sem informar o destino',
  records: (from, to) => {
    if (to === null) return `${records(from)} ou mais`;
    return from === to ? records(to) : `de ${number.format(from)} a ${records(to)}`;
  },
  recordsNotStated: 'sem informar o número de registros',
  orNotStated: (stated) => `${stated} ou número não informado`,
  types: PORTUGUESE_TYPES,
  found: (types) => `com ${types} no conteúdo`,
  notFound: (types) => `sem ${types} no conteúdo`,
  hours: ['em horário comercial', 'fora do horário comercial'],
  anomaly: ['sem anomalia aberta', 'com anomalia aberta'],
  risk: (from, to) => (from === to ? `com pontuação de risco ${from}` : `com pontuação de risco de ${from} a ${to}`),
  others: (count) => (count === 1 ? 'mais 1' : `mais ${number.format(count)}`),
  listOr: policies.listOr,
};
