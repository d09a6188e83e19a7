// SPDX-License-Identifier: Apache-2.0
/** The provisioning file of `npm run dev`: the organization of histories, with more people and records. */
import { historyFile, ORGANIZATION } from '../../server/src/lifecycle/history/organization.ts';

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

const PEOPLE = [
  { email: OWNER, name: 'Olivia Prado', role: 'OWNER', password: PASSWORD },
  { email: 'andre@aurora.test', name: 'André Lima', role: 'ADMIN', password: PASSWORD },
  { email: 'mia@aurora.test', name: 'Mia Santos', role: 'MEMBER', password: PASSWORD },
] as const;

const AGENTS = '      - { name: old-crawler, status: PAUSED }';

const POLICIES = `
      - { name: Review health data, description: Health data is sensitive under the LGPD., action: ANY,
          decision: REVIEW, condition: { dlpTypes: [HEALTH_DATA] } }`;

/** @param neighbour address of the server beside the service that plays the CRM and receives webhooks */
export function provisioningFile(neighbour: string): string {
  const records = `
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
      - { url: "${neighbour}/hooks/broken", description: Ticket system, secret: ${WEBHOOK_SECRET} }`;
  const cast = { name: ORGANIZATION, people: PEOPLE, keys: { production: LIVE_KEY, staging: TEST_KEY } };
  return historyFile(cast, { agents: AGENTS, policies: POLICIES, records });
}
