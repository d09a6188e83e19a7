// SPDX-License-Identifier: Apache-2.0
/** Policies in Brazilian Portuguese. */
import type { ActionFamily, DlpType, EventAction, LgpdCategory } from '@svc/contract/enums';
import type { Words } from './english.ts';

const number = new Intl.NumberFormat('pt-BR');
const or = new Intl.ListFormat('pt-BR', { type: 'disjunction' });
const records = (count: number) => `${number.format(count)} ${count === 1 ? 'registro' : 'registros'}`;

export const PORTUGUESE_TYPES: Readonly<Record<DlpType, string>> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  RG: 'RG',
  CNH: 'CNH',
  PIX_KEY: 'chave Pix',
  PHONE_BR: 'telefone',
  CEP: 'CEP',
  CREDIT_CARD: 'cartão de crédito',
  EMAIL: 'endereço de e-mail',
  HEALTH_DATA: 'dados de saúde',
  API_KEY: 'chave de API',
  PRIVATE_KEY: 'chave privada',
};
const NUMBERS = ['nenhuma', 'uma', 'duas', 'três', 'quatro', 'cinco'];
const CATEGORIES: Readonly<Record<LgpdCategory, string>> = {
  IDENTIFICATION: 'identificação',
  CONTACT: 'contato',
  LOCATION: 'localização',
  FINANCIAL: 'financeira',
  HEALTH: 'saúde',
  COMPANY: 'empresa',
  CREDENTIALS: 'credenciais',
};
const ACTIONS: Readonly<Record<ActionFamily | EventAction, string>> = {
  ANY: 'é qualquer ação',
  READ: 'é uma leitura',
  WRITE: 'é uma escrita',
  DELETE: 'é uma exclusão',
  EXPORT: 'é uma exportação ou um e-mail',
  READ_DATA: 'é uma leitura',
  WRITE_DATA: 'é uma escrita',
  DELETE_DATA: 'é uma exclusão',
  EXPORT_DATA: 'é uma exportação',
  SEND_EMAIL: 'é um e-mail',
};

export const portuguese: Words = {
  when: 'Quando um agente ',
  andWith: ' e ',
  and: ' e ',
  or: ' ou ',
  either: 'ou ',
  never: 'vale uma de nenhuma condição',
  always: 'qualquer que seja o resto',
  more: (count) => (count === 1 ? 'mais 1 condição' : `mais ${number.format(count)} condições`),
  verbs: {
    ANY: 'faz qualquer coisa com',
    READ: 'lê',
    WRITE: 'grava',
    DELETE: 'exclui',
    EXPORT: 'exporta ou envia por e-mail',
  },
  objects: {
    ANY: 'quaisquer dados',
    PUBLIC: 'dados públicos',
    INTERNAL: 'dados internos',
    SENSITIVE: 'dados da classe Sensível',
    CUSTOMER_PII: 'dados de clientes',
    FINANCIAL: 'dados financeiros',
    EMPLOYEE: 'dados de funcionários',
  },
  roles: { OWNER: 'proprietário', ADMIN: 'administrador', MEMBER: 'membro' },
  dlpTypes: PORTUGUESE_TYPES,
  lgpdCategories: CATEGORIES,
  ofGroup: (name) => `integrante do grupo ${name}`,
  listOr: (words) => or.format(words),
  people: (count, roles) => (count === 1 ? `um ${roles}` : `${NUMBERS[count]} pessoas (${roles})`),
  outcomes: { ALLOW: () => 'permitir', REVIEW: (roles) => `perguntar a ${roles}`, BLOCK: () => 'bloquear' },
  kept: ', e a revisão não é repassada',
  given: (given, needed, rest) => `${given} de ${needed}, ainda falta: ${rest}`,
  notAsker: ', exceto quem pediu',
  signed: ', com assinatura por chave de acesso',
  valid: (minutes) => `, por ${number.format(minutes)} minutos`,
  grants: ', com a opção de liberar o mesmo por um tempo',
  watched: {
    ALLOW: () => 'só registrar que seria permitido',
    REVIEW: (roles) => `só registrar que se perguntaria a ${roles}`,
    BLOCK: () => 'só registrar que seria bloqueado',
  },
  conditions: {
    agents: (names, more) => {
      if (names.length === 0) return 'o agente é um de nenhum';
      const all = more > 0 ? [...names, `mais ${number.format(more)}`] : names;
      return `o agente é ${or.format(all)}`;
    },
    action: (word) => ACTIONS[word],
    destination: { EXTERNAL: 'o destino é externo', INTERNAL: 'o destino é interno' },
    contains: (text) => `o destino contém “${text}”`,
    atLeast: (count) => `há ${records(count)} ou mais`,
    atMost: (count) => `há no máximo ${records(count)}`,
    between: (least, most) => `há de ${number.format(least)} a ${records(most)}`,
    sensitive: (isFound) => (isFound ? 'há dados sensíveis no conteúdo' : 'não há dados sensíveis no conteúdo'),
    types: (types) =>
      types.length === 0
        ? 'há um de nenhum tipo de dado no conteúdo'
        : `há ${or.format(types.map((type) => PORTUGUESE_TYPES[type]))} no conteúdo`,
    categories: (categories) =>
      categories.length === 0
        ? 'há dados de nenhuma categoria LGPD'
        : `há dados da categoria LGPD ${or.format(categories.map((word) => CATEGORIES[word]))}`,
    risk: (score) => `a pontuação de risco é ${score} ou mais`,
    hours: (isOutside) => (isOutside ? 'é fora do horário comercial' : 'é em horário comercial'),
  },
};
