/** The requests of the seeded organization's agents on an ordinary day, and those that a person should see. */
import type { Random } from './random.ts';

export interface Action {
  agent: string;
  action: string;
  resource: string;
  destination?: string;
  recordsAffected?: number;
  content?: string;
}

interface Habit extends Omit<Action, 'recordsAffected' | 'content'> {
  /** How often, beside the others. */
  weight: number;
  recordsMax: number;
  contents?: readonly string[];
}

const TICKETS = [
  'The invoice of March was paid twice, please refund one of them.',
  'O boleto venceu ontem, podem mandar a segunda via?',
  'Meu CPF é 529.982.247-25 e o cadastro está com o endereço antigo.',
  'Call me back at (11) 98765-4321 after six.',
];

/** Each agent keeps to few habits: what is unusual later is unusual against these. */
const HABITS: readonly Habit[] = [
  { agent: 'support-copilot', action: 'READ_DATA', resource: 'tickets', weight: 9, recordsMax: 5, contents: TICKETS },
  { agent: 'support-copilot', action: 'WRITE_DATA', resource: 'tickets', weight: 6, recordsMax: 1, contents: TICKETS },
  {
    agent: 'support-copilot',
    action: 'SEND_EMAIL',
    resource: 'tickets',
    destination: 'EXTERNAL_EMAIL',
    weight: 4,
    recordsMax: 1,
  },
  { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', weight: 8, recordsMax: 40 },
  { agent: 'crm-sync', action: 'WRITE_DATA', resource: 'customers', weight: 3, recordsMax: 10 },
  { agent: 'billing-bot', action: 'READ_DATA', resource: 'invoices', weight: 5, recordsMax: 30 },
  {
    agent: 'billing-bot',
    action: 'SEND_EMAIL',
    resource: 'invoices',
    destination: 'EXTERNAL_EMAIL',
    weight: 3,
    recordsMax: 1,
  },
  { agent: 'data-analyst', action: 'READ_DATA', resource: 'price-list', weight: 4, recordsMax: 200 },
  { agent: 'data-analyst', action: 'EXPORT_DATA', resource: 'invoices', weight: 1, recordsMax: 900 },
  { agent: 'hr-assistant', action: 'READ_DATA', resource: 'payroll', weight: 2, recordsMax: 3 },
];
const DRAWN = HABITS.flatMap((habit) => Array.from({ length: habit.weight }, () => habit));

export function ordinaryAction(random: Random): Action {
  const { agent, action, resource, destination, recordsMax, contents } = random.pick(DRAWN);
  return {
    agent,
    action,
    resource,
    ...(destination !== undefined && { destination }),
    recordsAffected: random.between(1, recordsMax),
    ...(contents !== undefined && { content: random.pick(contents) }),
  };
}

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
