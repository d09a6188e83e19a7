// SPDX-License-Identifier: Apache-2.0
/** The organization of histories, as a provisioning file: people, records and policies. */
import type { Role } from '@svc/contract';

export const ORGANIZATION = 'Aurora Pagamentos';
export const OWNER = 'olivia@aurora.example';

/** Reviews of the last hours wait for days: longer than the demo lasts. */
const REVIEW_EXPIRY_MINUTES = 4 * 24 * 60;

interface HistoryPerson {
  email: string;
  name: string;
  role: Role;
  password: string;
}

export interface HistoryCast {
  name: string;
  people: readonly HistoryPerson[];
  /** Its keys by name. */
  keys: Readonly<Record<string, string>>;
}

/** Further records of the same organization, as lines of the file. */
export interface HistoryExtras {
  agents?: string;
  policies?: string;
  records?: string;
}

export function historyFile({ name, people, keys }: HistoryCast, extras: HistoryExtras = {}): string {
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: ${JSON.stringify(name)}
    plan: BUSINESS
    timeZone: America/Sao_Paulo
    reviewExpiryMinutes: ${REVIEW_EXPIRY_MINUTES}
    reviewDefaults: { grants: true }
    grantHoursMax: 168
    users:
${people.map((person) => `      - ${JSON.stringify(person)}`).join('\n')}
    resources:
      - { name: customers, classification: CUSTOMER_PII, description: Customers of the CRM }
      - { name: invoices, classification: FINANCIAL, description: Invoices and payments }
      - { name: payroll, classification: EMPLOYEE, description: Salaries }
      - { name: contracts, classification: SENSITIVE, description: Signed contracts }
      - { name: tickets, classification: INTERNAL, description: Support tickets }
      - { name: price-list, classification: PUBLIC, description: Published prices }
    agents:
      - { name: support-copilot }
      - { name: crm-sync }
      - { name: billing-bot }
      - { name: data-analyst, permissions: [{ action: READ, resource: ANY }, { action: EXPORT, resource: ANY }] }
      - { name: hr-assistant }
${extras.agents ?? ''}
    apiKeys:
${Object.entries(keys)
  .map(([key, value]) => `      - { name: ${key}, key: ${value}, permissions: [decide, read, test] }`)
  .join('\n')}
${extras.records ?? ''}
    policies:
      - { name: Block deleting customers, description: No agent deletes customer records., action: DELETE,
          resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review customer exports, description: Customer data leaves only when a person agrees., action: EXPORT,
          resource: CUSTOMER_PII, decision: REVIEW, condition: { destination: EXTERNAL } }
      - { name: Review changed contracts, description: Two people look at each change of a contract., action: WRITE,
          resource: SENSITIVE, decision: REVIEW, approvals: { count: 2, notAsker: false } }
      - { name: Keep payroll inside, action: ANY, resource: EMPLOYEE, decision: BLOCK,
          condition: { destination: EXTERNAL } }
      - { name: Allow reading the price list, action: READ, resource: PUBLIC, decision: ALLOW }
      - { name: Watch large exports, action: EXPORT, decision: REVIEW, mode: MONITOR, condition: { minRecords: 500 } }
${extras.policies ?? ''}
    budgets:
      - { name: Exported records of a day, description: More than a day usually takes needs a person., measure: RECORDS,
          limit: 1500, window: DAY, per: AGENT, action: EXPORT, condition: { action: EXPORT_DATA }, onExceed: REVIEW }
      - { name: Mails of a week, measure: COUNT, limit: 2000, window: WEEK, per: ORGANIZATION, action: EXPORT,
          condition: { action: SEND_EMAIL }, onExceed: REVIEW, mode: MONITOR }
    guardrails:
      - { name: No customer is deleted, resource: CUSTOMER_PII, when: { action: DELETE }, atLeast: BLOCK,
          enforcing: true }
      - { name: Customer data leaves only when a person agrees, resource: CUSTOMER_PII,
          when: { action: EXPORT, destination: EXTERNAL }, atLeast: REVIEW, enforcing: true }
      - { name: Credentials are never sent out, when: { dlpTypes: [API_KEY, PRIVATE_KEY], destination: EXTERNAL },
          atLeast: BLOCK }
`;
}
