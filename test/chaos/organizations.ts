// SPDX-License-Identifier: Apache-2.0
/** The organizations under attack: every decision word, both kinds of key, and a webhook endpoint. */

export interface Caller {
  organization: string;
  key: string;
}

export const ACME_LIVE: Caller = { organization: 'Acme', key: `key_live_${'A'.repeat(43)}` };
export const ACME_TEST: Caller = { organization: 'Acme', key: `key_test_${'A'.repeat(43)}` };
export const GLOBEX_LIVE: Caller = { organization: 'Globex', key: `key_live_${'G'.repeat(43)}` };
export const ORGANIZATIONS = ['Acme', 'Globex'] as const;

/** The policy routes allow 60 calls a minute to a key. Several keys change the rules as often as a test needs. */
export const CHANGE_KEYS = Array.from({ length: 8 }, (_, index) => `key_live_${String(index).repeat(43)}`);

/** Requests that end in each of the three words, and one with sensitive content. */
export const REQUESTS = [
  { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' },
  { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' },
  { agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA', recordsAffected: 3 },
  { agent: 'billing-bot', resource: 'orders', action: 'SEND_EMAIL', content: 'CPF 529.982.247-25' },
] as const;

/** The policies as a payload of the policy routes. */
export const POLICIES = [
  { name: 'Block deleting customers', action: 'DELETE', resource: 'CUSTOMER_PII', decision: 'BLOCK' },
  { name: 'Review customer exports', action: 'EXPORT', resource: 'CUSTOMER_PII', decision: 'REVIEW' },
];

/** @param switchedBot status of an agent that the other requests do not use */
export function provisioningFile(switchedBot: 'ACTIVE' | 'PAUSED' = 'ACTIVE'): string {
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: ENTERPRISE
    resources:
      - { name: customers, classification: CUSTOMER_PII }
      - { name: orders, classification: INTERNAL }
    agents:
      - { name: billing-bot }
      - { name: switched-bot, status: ${switchedBot} }
    apiKeys:
      - { name: live, key: ${ACME_LIVE.key} }
      - { name: test, key: ${ACME_TEST.key} }
${CHANGE_KEYS.map((key, index) => `      - { name: change-${index}, key: ${key} }`).join('\n')}
    webhooks:
      - { url: "https://siem.example/hook", secret: whsec_${'d2ViaG9vaw'.repeat(5)} }
    policies:
${POLICIES.map((policy) => `      - ${JSON.stringify(policy)}`).join('\n')}
  - name: Globex
    plan: ENTERPRISE
    resources:
      - { name: customers, classification: CUSTOMER_PII }
      - { name: orders, classification: INTERNAL }
    agents:
      - { name: billing-bot }
    apiKeys:
      - { name: live, key: ${GLOBEX_LIVE.key} }
`;
}
