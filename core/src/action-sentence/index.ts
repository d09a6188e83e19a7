// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what an agent wants to do as one sentence in the languages of the app, for mails and chats. It refuses to know
 * policies, and how the text around it is marked up: the names in it are as people wrote them.
 */
import type { Classification, Destination, EventAction } from '@svc/contract/enums';

export interface ToldAction {
  agent: string;
  action: EventAction;
  resource: string;
  classification: Classification;
  destination: Destination | null;
  recordsAffected: number | null;
}

interface Words {
  locale: string;
  wants: string;
  verbs: Readonly<Record<EventAction, readonly [verb: string, preposition: string]>>;
  data: string;
  kinds: Readonly<Partial<Record<Classification, string>>>;
  records: readonly [one: string, several: string];
  ofData: string;
  inside: string;
  outsideApi: string;
  outsideMail: string;
  outsideAddress: string;
}

const en: Words = {
  locale: 'en',
  wants: 'wants to',
  verbs: {
    READ_DATA: ['read', 'from'],
    WRITE_DATA: ['write', 'to'],
    DELETE_DATA: ['delete', 'from'],
    EXPORT_DATA: ['export', 'from'],
    SEND_EMAIL: ['e-mail', 'from'],
  },
  data: 'data',
  kinds: { CUSTOMER_PII: 'customer data', FINANCIAL: 'financial data', EMPLOYEE: 'employee data' },
  records: ['record', 'records'],
  ofData: 'of',
  inside: ' inside the organization',
  outsideApi: ' to an external API',
  outsideMail: ' to the outside by e-mail',
  outsideAddress: ' to an outside address',
};

const pt: Words = {
  locale: 'pt-BR',
  wants: 'quer',
  verbs: {
    READ_DATA: ['ler', 'de'],
    WRITE_DATA: ['gravar', 'em'],
    DELETE_DATA: ['excluir', 'de'],
    EXPORT_DATA: ['exportar', 'de'],
    SEND_EMAIL: ['enviar por e-mail', 'de'],
  },
  data: 'dados',
  kinds: { CUSTOMER_PII: 'dados de clientes', FINANCIAL: 'dados financeiros', EMPLOYEE: 'dados de funcionários' },
  records: ['registro', 'registros'],
  ofData: 'com',
  inside: ' dentro da organização',
  outsideApi: ' para uma API externa',
  outsideMail: ' por e-mail externo',
  outsideAddress: ' para um endereço externo',
};

const LANGUAGES = { en, 'pt-BR': pt } as const;

/** `crm-sync wants to export 4,812 records of customer data from customers to an external API.` */
export function actionSentence(told: ToldAction, language: keyof typeof LANGUAGES): string {
  const words = LANGUAGES[language];
  const [verb, preposition] = words.verbs[told.action];
  const act = `${verb} ${whatOf(told, words)} ${preposition} ${told.resource}`;
  return `${told.agent} ${words.wants} ${act}${towards(told, words)}.`;
}

function whatOf({ classification, recordsAffected: count }: ToldAction, words: Words): string {
  const kind = words.kinds[classification];
  if (count === null) return kind ?? words.data;
  const counted = `${count.toLocaleString(words.locale)} ${words.records[count === 1 ? 0 : 1]}`;
  return kind === undefined ? counted : `${counted} ${words.ofData} ${kind}`;
}

function towards({ destination, action }: ToldAction, words: Words): string {
  if (destination === 'EXTERNAL_API') return words.outsideApi;
  if (destination === 'INTERNAL') return words.inside;
  if (destination === null) return '';
  return action === 'SEND_EMAIL' ? words.outsideAddress : words.outsideMail;
}
