// SPDX-License-Identifier: Apache-2.0
/** Calls that a person should notice in the seeded organization, beside the ordinary ones of its agents. */
import type { PastCall } from '../../server/src/lifecycle/history/habits.ts';

/** Not every call names its records. */
export type Action = Omit<PastCall, 'recordsAffected'> & { recordsAffected?: number };

const EXPORT: Action = {
  agent: 'crm-sync',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 320,
};

/** Reviews of earlier days, in this order approved, denied and left to expire. */
export const RESOLVED: readonly Action[] = [
  EXPORT,
  { ...EXPORT, agent: 'billing-bot', destination: 'EXTERNAL_EMAIL', recordsAffected: 12 },
  { ...EXPORT, recordsAffected: 75 },
];

/** Requests that were refused on earlier days. */
export const REFUSED: readonly Action[] = [
  { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', recordsAffected: 3 },
  { agent: 'old-crawler', action: 'READ_DATA', resource: 'contracts' },
  { agent: 'data-analyst', action: 'WRITE_DATA', resource: 'invoices', recordsAffected: 1 },
  {
    agent: 'hr-assistant',
    action: 'SEND_EMAIL',
    resource: 'payroll',
    destination: 'EXTERNAL_EMAIL',
    content: 'Attached: salaries of the whole team.',
  },
];

/** They wait for a person. */
export const WAITING: readonly Action[] = [
  {
    agent: 'support-copilot',
    action: 'SEND_EMAIL',
    resource: 'tickets',
    destination: 'EXTERNAL_EMAIL',
    content: 'Paciente com diagnóstico de diabetes tipo 2, CID E11, pede o reembolso da consulta.',
  },
  { ...EXPORT, agent: 'data-analyst', destination: 'EXTERNAL_EMAIL', recordsAffected: 48 },
  {
    ...EXPORT,
    recordsAffected: 4_812,
    content: 'nome;cpf;email\nAna Souza;529.982.247-25;ana@example.com\nJoão Lima;111.444.777-35;joao@example.com',
  },
];

/** In the last hour: more records than ever, by an action that this agent never asked for. */
export const UNUSUAL: readonly Action[] = [
  { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', recordsAffected: 9_400 },
  { agent: 'billing-bot', action: 'WRITE_DATA', resource: 'contracts', recordsAffected: 2 },
];
