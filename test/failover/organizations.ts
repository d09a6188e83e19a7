// SPDX-License-Identifier: Apache-2.0
/** An organization for each round, so that its books are its own, and one whose reviews show who listens. */

const named = (number: number): string => String(number).padStart(3, '0');

export interface Account {
  organization: string;
  key: string;
  routeId: string;
}

export const accountOf = (round: number): Account => ({
  organization: `Round ${named(round)}`,
  key: `key_live_${named(round).padStart(43, 'R')}`,
  routeId: `018f0000-0000-7000-8000-${named(round).padStart(12, '0')}`,
});

export const WATCHED_KEY = `key_live_${'W'.repeat(43)}`;
export const OWNER_EMAIL = 'owner@watched.test';

/** An action that no rule opposes. */
export const READ_ORDERS = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' } as const;
/** An action that a person has to allow. */
export const EXPORT_ORDERS = { agent: 'billing-bot', resource: 'orders', action: 'EXPORT_DATA' } as const;

/** @param upstream the address that routes forward to */
export function provisioningFile(rounds: number, password: string, upstream: string): string {
  const records = (key: string) => `
    resources:
      - { name: orders, classification: INTERNAL }
    agents:
      - { name: billing-bot }
    apiKeys:
      - { name: live, key: ${key} }`;
  const accounts = Array.from({ length: rounds }, (_, at) => accountOf(at + 1));
  return `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Watched
    plan: ENTERPRISE
    users:
      - { email: ${OWNER_EMAIL}, name: Olivia Owner, password: "${password}", role: OWNER }${records(WATCHED_KEY)}
    policies:
      - { name: Review exports, action: EXPORT, resource: ANY, decision: REVIEW, approverRoles: [OWNER] }
${accounts
  .map(
    ({ organization, key, routeId }) => `
  - name: ${organization}
    plan: ENTERPRISE${records(key)}
    httpRoutes:
      - { id: ${routeId}, name: upstream, baseUrl: "${upstream}" }`,
  )
  .join('\n')}
`;
}
