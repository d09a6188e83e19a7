// SPDX-License-Identifier: Apache-2.0

import type { Classification, EventAction } from '@svc/contract';
import type { Part, Told } from './told.ts';
import type { words as en } from './words-en.ts';

const VERBS: Readonly<Record<EventAction, readonly [verb: string, preposition: string]>> = {
  READ_DATA: ['ler', 'de'],
  WRITE_DATA: ['gravar', 'em'],
  DELETE_DATA: ['excluir', 'de'],
  EXPORT_DATA: ['exportar', 'de'],
  SEND_EMAIL: ['enviar por e-mail', 'de'],
};

const DATA: Readonly<Partial<Record<Classification, string>>> = {
  CUSTOMER_PII: 'dados de clientes',
  FINANCIAL: 'dados financeiros',
  EMPLOYEE: 'dados de funcionários',
};

const counted = ({ records, isOneRecord }: Told) => `${records} ${isOneRecord ? 'registro' : 'registros'}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function towards({ destination, action }: Told): Part[] {
  if (destination === 'EXTERNAL_API') return [' para ', { strong: 'uma API externa' }];
  if (destination === 'INTERNAL') return [' dentro da organização'];
  if (destination === null) return [];
  return action === 'SEND_EMAIL'
    ? [' para ', { strong: 'um endereço externo' }]
    : [' por ', { strong: 'e-mail externo' }];
}

function rowTail({ destination, action }: Told): string {
  if (destination === 'EXTERNAL_API') return ' para uma API';
  if (destination !== 'EXTERNAL_EMAIL') return '';
  return action === 'SEND_EMAIL' ? ' para um endereço externo' : ' por e-mail';
}

export const words: typeof en = {
  outcomes: {
    allowed: 'Permitida',
    waiting: 'Em revisão',
    blocked: 'Bloqueada',
    approved: 'Aprovada',
    denied: 'Negada',
    expired: 'Expirada',
    'would-block': 'Seria bloqueada',
    'would-ask': 'Iria para revisão',
  },
  decisions: { ALLOW: 'Permitida', REVIEW: 'Em revisão', BLOCK: 'Bloqueada' },
  riskLevels: { LOW: 'Baixo', MEDIUM: 'Médio', HIGH: 'Alto', CRITICAL: 'Crítico' },
  riskOf: (score, level) => `Risco ${score} de 100, ${level.toLowerCase()}`,
  ofGroup: (name) => `grupo ${name}`,
  roles: { OWNER: 'Proprietário', ADMIN: 'Administrador', MEMBER: 'Membro' },
  actions: {
    READ_DATA: 'Ler dados',
    WRITE_DATA: 'Gravar dados',
    DELETE_DATA: 'Excluir dados',
    EXPORT_DATA: 'Exportar dados',
    SEND_EMAIL: 'Enviar e-mail',
  },
  destinations: { INTERNAL: 'Interno', EXTERNAL_EMAIL: 'E-mail externo', EXTERNAL_API: 'API externa' },
  classifications: {
    PUBLIC: 'Público',
    INTERNAL: 'Interno',
    SENSITIVE: 'Sensível',
    CUSTOMER_PII: 'Dados de clientes',
    FINANCIAL: 'Financeiro',
    EMPLOYEE: 'Dados de funcionários',
  },
  sentence(told) {
    const [verb, preposition] = VERBS[told.action];
    const data = DATA[told.classification];
    const what = told.records === null ? (data ?? 'dados') : counted(told);
    return [
      { name: told.agent },
      told.isWaiting ? ' quer ' : ' queria ',
      { strong: `${verb} ${what}` },
      told.records !== null && data !== undefined ? ` com ${data} ${preposition} ` : ` ${preposition} `,
      { name: told.resource },
      ...towards(told),
      '.',
    ];
  },
  act(told) {
    const [verb, preposition] = VERBS[told.action];
    return [`${verb} ${told.records === null ? 'dados' : counted(told)} ${preposition} `, { name: told.resource }];
  },
  row(told) {
    const [verb, preposition] = VERBS[told.action];
    return [`${capital(verb)} ${told.records ?? 'dados'} ${preposition} `, { name: told.resource }, rowTail(told)];
  },
};
