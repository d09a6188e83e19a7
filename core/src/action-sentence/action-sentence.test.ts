// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what an agent wants stands in one sentence, in both languages, with the names as they are. */
import { expect, it } from 'vitest';
import { actionSentence, type ToldAction } from './index.ts';

const EXPORT: ToldAction = {
  agent: 'crm-sync',
  action: 'EXPORT_DATA',
  resource: 'customers',
  classification: 'CUSTOMER_PII',
  destination: 'EXTERNAL_API',
  recordsAffected: 4_812,
};

it.each<[Partial<ToldAction>, string, string]>([
  [
    {},
    'crm-sync wants to export 4,812 records of customer data from customers to an external API.',
    'crm-sync quer exportar 4.812 registros com dados de clientes de customers para uma API externa.',
  ],
  [
    { action: 'DELETE_DATA', recordsAffected: 1, classification: 'INTERNAL', destination: 'INTERNAL' },
    'crm-sync wants to delete 1 record from customers inside the organization.',
    'crm-sync quer excluir 1 registro de customers dentro da organização.',
  ],
  [
    { action: 'SEND_EMAIL', recordsAffected: null, destination: 'EXTERNAL_EMAIL' },
    'crm-sync wants to e-mail customer data from customers to an outside address.',
    'crm-sync quer enviar por e-mail dados de clientes de customers para um endereço externo.',
  ],
  [
    { action: 'READ_DATA', recordsAffected: null, classification: 'SENSITIVE', destination: null },
    'crm-sync wants to read data from customers.',
    'crm-sync quer ler dados de customers.',
  ],
])('%j', (part, english, portuguese) => {
  const told = { ...EXPORT, ...part };
  expect(actionSentence(told, 'en')).toBe(english);
  expect(actionSentence(told, 'pt-BR')).toBe(portuguese);
});
