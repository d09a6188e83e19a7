// SPDX-License-Identifier: Apache-2.0
/** Organizations for tests, as provisioning files. */

import { quickStartFile } from '../../../server/src/process/commands/quick-start/file.ts';
import {
  ACME,
  BOUND_KEY,
  BOUND_TEST_KEY,
  EXPIRED_KEY,
  GLOBEX,
  GLOBEX_KEY,
  IDS,
  LIVE_KEY,
  LOOPBACK_KEY,
  OFFICE_KEY,
  PEOPLE,
  TEST_KEY,
} from './names.ts';

export interface AcmeOptions {
  plan?: string;
  /** Lines of settings, such as `enforcement: MONITOR`. */
  settings?: readonly string[];
  /** YAML of the policies' list items, indented by six. */
  policies?: string;
  /** The status of the support bot. */
  supportBot?: 'ACTIVE' | 'PAUSED';
  /** YAML of more people, indented by six; the owner exists by default. */
  people?: string;
  /** The same for the second organization, which has no people otherwise. */
  globexPeople?: string;
  /** The last lines of the organization, such as webhooks. */
  extra?: string;
}

const DEFAULT_POLICIES = `
      - { name: Block deleting customers, action: DELETE, resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review customer exports, action: EXPORT, resource: CUSTOMER_PII, decision: REVIEW,
          condition: { destination: EXTERNAL }, approverRoles: [MEMBER] }
      - { name: Allow reading prices, action: READ, resource: PUBLIC, decision: ALLOW }`;

/** The file of the quick start, under names of this test file. */
export function quickStart(): string {
  return quickStartFile().replace('name: Acme', `name: ${ACME}`).replace('owner@acme.test', PEOPLE.owner);
}

/** One organization with an agent of each type, and a second one that must stay invisible. */
export function acme(options: AcmeOptions = {}): string {
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: ${ACME}
    plan: ${options.plan ?? 'BUSINESS'}
    timeZone: America/Sao_Paulo
${(options.settings ?? []).map((line) => `    ${line}`).join('\n')}
    users:
      - { email: ${PEOPLE.owner}, name: Olivia Owner, password: "correct horse battery", role: OWNER }
${options.people ?? ''}
    resources:
      - { id: ${IDS.customers}, name: customers, classification: CUSTOMER_PII }
      - { id: ${IDS.priceList}, name: price-list, classification: PUBLIC }
      - { id: ${IDS.orders}, name: orders, classification: INTERNAL }
    agents:
      - { id: ${IDS.billingBot}, name: billing-bot }
      - { id: ${IDS.supportBot}, name: support-bot, status: ${options.supportBot ?? 'ACTIVE'} }
      - { id: ${IDS.readerBot}, name: reader-bot, permissions: [{ action: READ, resource: ANY }] }
      - { id: ${IDS.pausedBot}, name: paused-bot, status: PAUSED }
    apiKeys:
      - { name: live, key: ${LIVE_KEY} }
      - { name: test, key: ${TEST_KEY} }
      - { name: bound, key: ${BOUND_KEY}, agent: billing-bot }
      - { name: bound-test, key: ${BOUND_TEST_KEY}, agent: billing-bot }
      - { name: office, key: ${OFFICE_KEY}, allowedIps: ["10.0.0.0/8", "2001:db8::/32"] }
      - { name: loopback, key: ${LOOPBACK_KEY}, allowedIps: ["127.0.0.1"] }
      - { name: expired, key: ${EXPIRED_KEY}, expiresAt: "2020-01-01T00:00:00Z" }
    policies:${options.policies ?? DEFAULT_POLICIES}
${options.extra ?? ''}
  - name: ${GLOBEX}
    plan: TEAM
    users:${options.globexPeople ?? ' []'}
    resources:
      - { name: customers, classification: CUSTOMER_PII }
    agents:
      - { name: billing-bot }
    apiKeys:
      - { name: live, key: ${GLOBEX_KEY} }
`;
}
