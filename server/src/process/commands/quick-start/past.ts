// SPDX-License-Identifier: Apache-2.0
/** The two weeks behind the organization of the quick start, so that its pages show what they are for. */
import { type Habits, mails } from '../../../lifecycle/history/index.ts';

export const PAST = { days: 14, perDay: 40 } as const;

const TICKETS = [
  'The invoice of March was paid twice, please refund one of them.',
  'Meu CPF é 529.982.247-25 e o cadastro está com o endereço antigo.',
];

const EXPORT = { action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' } as const;

export const HABITS: Habits = {
  usual: [
    { agent: 'support-bot', action: 'READ_DATA', resource: 'orders', weight: 40, recordsMax: 5, contents: TICKETS },
    mails('support-bot', 'orders', 12),
    { agent: 'billing-bot', action: 'READ_DATA', resource: 'price-list', weight: 20, recordsMax: 30 },
    { agent: 'billing-bot', action: 'WRITE_DATA', resource: 'orders', weight: 20, recordsMax: 3 },
    { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', weight: 30, recordsMax: 20 },
    { agent: 'crm-sync', ...EXPORT, weight: 2, recordsMax: 200 },
    { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', weight: 2, recordsMax: 3 },
  ],
  waiting: [
    {
      agent: 'crm-sync',
      ...EXPORT,
      recordsAffected: 320,
      context: { purpose: 'Nightly copy for the mailing tool', destinationName: 'mail.example.com' },
      minutesBefore: 151,
    },
    {
      agent: 'support-bot',
      action: 'SEND_EMAIL',
      resource: 'customers',
      destination: 'EXTERNAL_EMAIL',
      recordsAffected: 1,
      content: 'O CPF cadastrado é 529.982.247-25; confirme, por favor.',
      minutesBefore: 97,
    },
    {
      agent: 'billing-bot',
      action: 'WRITE_DATA',
      resource: 'price-list',
      recordsAffected: 12,
      context: { purpose: 'The prices of December' },
      minutesBefore: 88,
    },
    {
      agent: 'crm-sync',
      ...EXPORT,
      recordsAffected: 812,
      content: 'nome;cpf;email\nAna Souza;529.982.247-25;ana@example.com',
      context: { purpose: 'Moves all customers to the new CRM', session: 'run-2026-131' },
      minutesBefore: 74,
    },
  ],
  striking: [
    { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', recordsAffected: 9_400, minutesBefore: 26 },
    { agent: 'crm-sync', action: 'WRITE_DATA', resource: 'price-list', recordsAffected: 2, minutesBefore: 17 },
    { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', recordsAffected: 3, minutesBefore: 1 },
  ],
};
