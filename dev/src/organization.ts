/** The organization that `npm run dev` shows: a provisioning file, and the values in it that others need. */

export const PASSWORD = 'correct horse battery';
export const OWNER = 'olivia@aurora.test';
export const LIVE_KEY = `key_live_${'D'.repeat(43)}`;
export const TEST_KEY = `key_test_${'D'.repeat(43)}`;
const WEBHOOK_SECRET = `whsec_${'D'.repeat(43)}`;

export const ROUTES = {
  crm: '018f0000-0000-7000-8000-0000000de001',
  retired: '018f0000-0000-7000-8000-0000000de002',
  tools: '018f0000-0000-7000-8000-0000000de003',
} as const;

/** @param neighbour address of the server beside the service that plays the CRM and receives webhooks */
export function provisioningFile(neighbour: string): string {
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Aurora Pagamentos
    plan: BUSINESS
    timeZone: America/Sao_Paulo
    users:
      - { email: ${OWNER}, name: Olivia Prado, password: "${PASSWORD}", role: OWNER }
      - { email: andre@aurora.test, name: André Lima, password: "${PASSWORD}", role: ADMIN }
      - { email: mia@aurora.test, name: Mia Santos, password: "${PASSWORD}", role: MEMBER }
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
      - { name: data-analyst, permissions: [{ action: READ, resource: ANY },
          { action: EXPORT, resource: ANY }] }
      - { name: hr-assistant }
      - { name: old-crawler, status: PAUSED }
    apiKeys:
      - { name: production, key: ${LIVE_KEY} }
      - { name: staging, key: ${TEST_KEY} }
    integrations:
      - { name: crm, kind: HTTP, allowedHosts: ["127.0.0.1"],
          credential: { type: API_KEY_HEADER, secret: "a-secret-of-the-crm" } }
    httpRoutes:
      - { id: ${ROUTES.crm}, name: crm, baseUrl: "${neighbour}/crm", integration: crm, resource: customers }
      - { id: ${ROUTES.retired}, name: retired-erp, baseUrl: "https://erp.invalid/v1" }
    mcpRoutes:
      - { id: ${ROUTES.tools}, name: crm-tools, agent: support-copilot, resource: tickets }
    webhooks:
      - { url: "${neighbour}/hooks/siem", description: SIEM, secret: ${WEBHOOK_SECRET} }
      - { url: "${neighbour}/hooks/broken", description: Ticket system, secret: ${WEBHOOK_SECRET} }
    policies:
      - { name: Block deleting customers, description: No agent deletes customer records., action: DELETE,
          resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review customer exports, description: Customer data leaves only when a person agrees., action: EXPORT,
          resource: CUSTOMER_PII, decision: REVIEW,
          condition: { destination: EXTERNAL }, approverRoles: [OWNER, ADMIN] }
      - { name: Review health data, description: Health data is sensitive under the LGPD., action: ANY,
          decision: REVIEW, condition: { dlpTypes: [HEALTH_DATA] } }
      - { name: Keep payroll inside, action: ANY, resource: EMPLOYEE, decision: BLOCK,
          condition: { destination: EXTERNAL } }
      - { name: Allow reading the price list, action: READ, resource: PUBLIC, decision: ALLOW }
      - { name: Watch large exports, action: EXPORT, decision: REVIEW, mode: MONITOR, condition: { minRecords: 500 } }
`;
}
