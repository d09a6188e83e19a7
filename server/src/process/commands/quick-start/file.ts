// SPDX-License-Identifier: Apache-2.0
/** The provisioning file of the quick start. Its names are those of the README and of the example policies. */
import { randomInt } from 'node:crypto';
import { API_KEY_RANDOM_CHARACTERS } from '@svc/contract';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PASSWORD_CHARACTERS = 20;

/** Each call generates new secrets: the caller must keep the result. */
export function quickStartFile(): string {
  return `# A first organization to try, made by the quick start. Edit it and start again: your edits are applied, and
# what was changed in the app or by a key stays. Delete it for a new password and new keys: sessions of the owner
# and the old keys then end.
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: BUSINESS
    timeZone: America/Sao_Paulo
    reviewExpiryMinutes: 5760
    grantHoursMax: 168
    users:
      - { email: owner@acme.test, name: Olivia Owner, password: "${randomText(PASSWORD_CHARACTERS)}", role: OWNER }
    resources:
      - { name: customers, classification: CUSTOMER_PII, description: Customers of the CRM }
      - { name: orders, classification: INTERNAL, description: Orders and their lines }
      - { name: price-list, classification: PUBLIC, description: Published prices }
    agents:
      - { name: billing-bot }
      - { name: support-bot }
      - { name: crm-sync }
    apiKeys:
      - { name: quick-start-live, key: key_live_${randomText(API_KEY_RANDOM_CHARACTERS)},
          permissions: [decide, read, test] }
      - { name: quick-start-test, key: key_test_${randomText(API_KEY_RANDOM_CHARACTERS)} }
      - { name: quick-start-policies, key: key_live_${randomText(API_KEY_RANDOM_CHARACTERS)},
          permissions: [read, test, apply] }
    policies:
      - name: Block deleting customers
        description: No agent deletes customer records.
        action: DELETE
        resource: CUSTOMER_PII
        decision: BLOCK
      - name: Review customer exports
        description: Customer data is exported only when a person agrees.
        action: EXPORT
        resource: CUSTOMER_PII
        decision: REVIEW
        approverRoles: [OWNER, ADMIN]
      - name: Review mails about orders
        description: Mails leave when a person agrees. Who approves one may let the same through for a time.
        action: EXPORT
        resource: INTERNAL
        decision: REVIEW
        condition: { action: SEND_EMAIL, destination: EXTERNAL }
        approvals: { grants: true }
      - name: Two people change prices
        description: A change of many prices needs two people, and not the one who asked.
        action: WRITE
        resource: PUBLIC
        decision: REVIEW
        condition: { minRecords: 10 }
        approvals: { count: 2 }
      - name: Allow reading the price list
        action: READ
        resource: PUBLIC
        decision: ALLOW
    budgets:
      - name: Mails of a day
        description: An agent that mails more often than usual asks first.
        measure: COUNT
        limit: 8
        window: DAY
        per: AGENT
        action: EXPORT
        condition: { action: SEND_EMAIL }
        onExceed: REVIEW
    guardrails:
      - { name: No customer is deleted, resource: CUSTOMER_PII, when: { action: DELETE }, atLeast: BLOCK }
      - { name: Customer data leaves only when a person agrees, resource: CUSTOMER_PII,
          when: { action: EXPORT, destination: EXTERNAL }, atLeast: REVIEW }
      - { name: Credentials are never sent out, when: { dlpTypes: [API_KEY, PRIVATE_KEY], destination: EXTERNAL },
          atLeast: BLOCK }
`;
}

function randomText(characters: number): string {
  return Array.from({ length: characters }, () => BASE62[randomInt(BASE62.length)]).join('');
}
