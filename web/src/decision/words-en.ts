// SPDX-License-Identifier: Apache-2.0
/** The words of decisions for every page. The file `why-words-en.ts` holds those of explanations. */
import type { Classification, DecisionWord, Destination, EventAction, RiskLevel, Role } from '@svc/contract';
import type { Outcome } from './outcome.ts';
import type { Part, Told } from './told.ts';

const VERBS: Readonly<Record<EventAction, readonly [verb: string, preposition: string]>> = {
  READ_DATA: ['read', 'from'],
  WRITE_DATA: ['write', 'to'],
  DELETE_DATA: ['delete', 'from'],
  EXPORT_DATA: ['export', 'from'],
  SEND_EMAIL: ['e-mail', 'from'],
};

/** A class that says how much is kept secret, and not what is in it, stays out of the sentence. */
const DATA: Readonly<Partial<Record<Classification, string>>> = {
  CUSTOMER_PII: 'customer data',
  FINANCIAL: 'financial data',
  EMPLOYEE: 'employee data',
};

const counted = ({ records, isOneRecord }: Told) => `${records} ${isOneRecord ? 'record' : 'records'}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function towards({ destination, action }: Told): Part[] {
  if (destination === 'EXTERNAL_API') return [' to ', { strong: 'an external API' }];
  if (destination === 'INTERNAL') return [' inside the organization'];
  if (destination === null) return [];
  return action === 'SEND_EMAIL'
    ? [' to ', { strong: 'an outside address' }]
    : [' to the outside ', { strong: 'by e-mail' }];
}

function rowTail({ destination, action }: Told): string {
  if (destination === 'EXTERNAL_API') return ' to an API';
  if (destination !== 'EXTERNAL_EMAIL') return '';
  return action === 'SEND_EMAIL' ? ' to the outside' : ' by e-mail';
}

export const words = {
  outcomes: {
    allowed: 'Allowed',
    waiting: 'In review',
    blocked: 'Blocked',
    approved: 'Approved',
    denied: 'Denied',
    expired: 'Expired',
    'would-block': 'Would block',
    'would-ask': 'Would ask',
  } satisfies Record<Outcome, string>,
  decisions: { ALLOW: 'Allowed', REVIEW: 'In review', BLOCK: 'Blocked' } satisfies Record<DecisionWord, string>,
  riskLevels: {
    LOW: 'Low',
    MEDIUM: 'Medium',
    HIGH: 'High',
    CRITICAL: 'Critical',
  } satisfies Record<RiskLevel, string>,
  riskOf: (score: number, level: string) => `Risk ${score} of 100, ${level.toLowerCase()}`,
  ofGroup: (name: string) => `group ${name}`,
  roles: { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' } satisfies Record<Role, string>,
  actions: {
    READ_DATA: 'Read data',
    WRITE_DATA: 'Write data',
    DELETE_DATA: 'Delete data',
    EXPORT_DATA: 'Export data',
    SEND_EMAIL: 'Send e-mail',
  } satisfies Record<EventAction, string>,
  destinations: {
    INTERNAL: 'Internal',
    EXTERNAL_EMAIL: 'External e-mail',
    EXTERNAL_API: 'External API',
  } satisfies Record<Destination, string>,
  classifications: {
    PUBLIC: 'Public',
    INTERNAL: 'Internal',
    SENSITIVE: 'Sensitive',
    CUSTOMER_PII: 'Customer data',
    FINANCIAL: 'Financial',
    EMPLOYEE: 'Employee data',
  } satisfies Record<Classification, string>,
  /** `crm-sync wants to export 4,812 records of customer data from customers to an external API.` */
  sentence(told: Told): Part[] {
    const [verb, preposition] = VERBS[told.action];
    const data = DATA[told.classification];
    const what = told.records === null ? (data ?? 'data') : counted(told);
    return [
      { name: told.agent },
      told.isWaiting ? ' wants to ' : ' wanted to ',
      { strong: `${verb} ${what}` },
      told.records !== null && data !== undefined ? ` of ${data} ${preposition} ` : ` ${preposition} `,
      { name: told.resource },
      ...towards(told),
      '.',
    ];
  },
  /** `export 4,812 records from customers` */
  act(told: Told): Part[] {
    const [verb, preposition] = VERBS[told.action];
    return [`${verb} ${told.records === null ? 'data' : counted(told)} ${preposition} `, { name: told.resource }];
  },
  /** `Export 4,812 from customers to an API` */
  row(told: Told): Part[] {
    const [verb, preposition] = VERBS[told.action];
    return [`${capital(verb)} ${told.records ?? 'data'} ${preposition} `, { name: told.resource }, rowTail(told)];
  },
};
