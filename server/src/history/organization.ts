/** The organization whose history is written, as a provisioning file: people, records and policies. */

export const ORGANIZATION = 'Aurora Pagamentos';
export const OWNER = 'olivia@aurora.example';

/** @param password of the owner, which a person who tries it out gets @param key the LIVE key of its agents */
export function historyFile(password: string, key: string): string {
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: ${ORGANIZATION}
    plan: BUSINESS
    timeZone: America/Sao_Paulo
    users:
      - { email: ${OWNER}, name: Olivia Prado, password: "${password}", role: OWNER }
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
    apiKeys:
      - { name: production, key: ${key} }
    policies:
      - { name: Block deleting customers, description: No agent deletes customer records., action: DELETE,
          resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review customer exports, description: Customer data leaves only when a person agrees., action: EXPORT,
          resource: CUSTOMER_PII, decision: REVIEW, condition: { destination: EXTERNAL } }
      - { name: Keep payroll inside, action: ANY, resource: EMPLOYEE, decision: BLOCK,
          condition: { destination: EXTERNAL } }
      - { name: Allow reading the price list, action: READ, resource: PUBLIC, decision: ALLOW }
      - { name: Watch large exports, action: EXPORT, decision: REVIEW, mode: MONITOR, condition: { minRecords: 500 } }
`;
}
