// SPDX-License-Identifier: Apache-2.0
/** The habits of the agents of Aurora, whose records are in organization.ts. */
import { type Habit, type Habits, mails, type PastCall } from './habits.ts';

const TICKETS = [
  'The invoice of March was paid twice, please refund one of them.',
  'O boleto venceu ontem, podem mandar a segunda via?',
  'Meu CPF é 529.982.247-25 e o cadastro está com o endereço antigo.',
  'Call me back at (11) 98765-4321 after six.',
];

const USUAL: readonly Habit[] = [
  { agent: 'support-copilot', action: 'READ_DATA', resource: 'tickets', weight: 90, recordsMax: 5, contents: TICKETS },
  { agent: 'support-copilot', action: 'WRITE_DATA', resource: 'tickets', weight: 60, recordsMax: 1, contents: TICKETS },
  mails('support-copilot', 'tickets', 40),
  { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', weight: 80, recordsMax: 40 },
  { agent: 'crm-sync', action: 'WRITE_DATA', resource: 'customers', weight: 30, recordsMax: 10 },
  { agent: 'billing-bot', action: 'READ_DATA', resource: 'invoices', weight: 50, recordsMax: 30 },
  mails('billing-bot', 'invoices', 30),
  { agent: 'data-analyst', action: 'READ_DATA', resource: 'price-list', weight: 40, recordsMax: 200 },
  { agent: 'data-analyst', action: 'EXPORT_DATA', resource: 'invoices', weight: 10, recordsMax: 900 },
  { agent: 'hr-assistant', action: 'READ_DATA', resource: 'payroll', weight: 20, recordsMax: 3 },
  // These are stopped: by a policy, by the agent's permissions, or for a person to answer.
  { ...leaving('crm-sync', 'customers'), weight: 3, recordsMax: 400 },
  { ...leaving('hr-assistant', 'payroll'), weight: 1, recordsMax: 20 },
  { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', weight: 1, recordsMax: 3 },
  { agent: 'data-analyst', action: 'WRITE_DATA', resource: 'contracts', weight: 1, recordsMax: 1 },
];

function leaving(agent: string, resource: string): Omit<PastCall, 'recordsAffected'> {
  return { agent, action: 'EXPORT_DATA', resource, destination: 'EXTERNAL_API' };
}

function mailing(agent: string, resource: string): Omit<PastCall, 'recordsAffected'> {
  return { agent, action: 'SEND_EMAIL', resource, destination: 'EXTERNAL_EMAIL' };
}

const CUSTOMER_LINES =
  'nome;cpf;email\nAna Souza;529.982.247-25;ana@example.com\nJoão Lima;111.444.777-35;joao@example.com';

export const AURORA_HABITS: Habits = {
  usual: USUAL,
  waiting: [
    {
      ...leaving('crm-sync', 'customers'),
      recordsAffected: 320,
      context: { purpose: 'Nightly copy for the mailing tool', destinationName: 'mail.example.com' },
      minutesBefore: 172,
    },
    {
      ...mailing('support-copilot', 'tickets'),
      recordsAffected: 1,
      content: 'Paciente com diagnóstico de diabetes tipo 2, CID E11, pede o reembolso da consulta.',
      minutesBefore: 141,
    },
    {
      agent: 'billing-bot',
      action: 'WRITE_DATA',
      resource: 'contracts',
      recordsAffected: 1,
      context: {
        purpose: 'Corrects the due date that the customer asked for',
        session: 'run-2026-118',
        link: 'https://tickets.example.com/4711',
      },
      minutesBefore: 118,
    },
    {
      ...leaving('data-analyst', 'customers'),
      destination: 'EXTERNAL_EMAIL',
      recordsAffected: 48,
      context: { purpose: 'The auditor asked for the customers of March', destinationName: 'Ana Lima' },
      minutesBefore: 97,
    },
    {
      ...mailing('billing-bot', 'customers'),
      recordsAffected: 1,
      content: 'O CPF cadastrado é 529.982.247-25; confirme, por favor.',
      minutesBefore: 83,
    },
    {
      ...leaving('crm-sync', 'customers'),
      recordsAffected: 4_812,
      content: CUSTOMER_LINES,
      context: { purpose: 'Moves all customers to the new CRM', session: 'run-2026-131' },
      minutesBefore: 74,
    },
  ],
  striking: [
    { ...leaving('hr-assistant', 'payroll'), recordsAffected: 12, minutesBefore: 133 },
    { agent: 'billing-bot', action: 'READ_DATA', resource: 'invoices', recordsAffected: 9_400, minutesBefore: 26 },
    { agent: 'support-copilot', action: 'DELETE_DATA', resource: 'tickets', recordsAffected: 2, minutesBefore: 17 },
    { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', recordsAffected: 3, minutesBefore: 1 },
  ],
};
