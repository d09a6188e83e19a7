// SPDX-License-Identifier: Apache-2.0
/** The organization of the browser tests: people of every role, and policies that require a review. */
import { ADMIN, acme, call, LIVE_KEY, MEMBER, mailOf, type TestService } from '#harness/service';

export { ADMIN, MEMBER, OWNER } from '#harness/service';

export const PASSWORD = 'correct horse battery';
/** More owners, because sign-ins per person are limited, and each of them signs in once. */
const VISITORS_MAX = 12;
export const visitor = (index: number): string => mailOf(`visitor-${index}`, 'acme');

export interface People {
  supportBot?: 'ACTIVE' | 'PAUSED';
  adminRole?: 'ADMIN' | 'MEMBER';
  webhooks?: readonly string[];
  /** Base addresses of routes, by their ids. */
  routes?: Readonly<Record<string, string>>;
  /** In a zone where it is night, so that every score counts the hour; otherwise it depends on the time of the run. */
  atNight?: boolean;
  /** The allowed host of an integration, if there is to be one. */
  integration?: string;
}

export function organization({
  supportBot = 'ACTIVE',
  adminRole = 'ADMIN',
  webhooks = [],
  routes = {},
  integration,
  atNight = false,
}: People = {}): string {
  const person = (email: string, name: string, role: string) =>
    `      - { email: ${email}, name: ${name}, password: "${PASSWORD}", role: ${role} }\n`;
  const policies = `
      - { name: Review customer exports, action: EXPORT, resource: CUSTOMER_PII, decision: REVIEW,
          condition: { destination: EXTERNAL } }
      - { name: Block deleting customers, action: DELETE, resource: CUSTOMER_PII, decision: BLOCK }`;
  const endpoints = webhooks.map((url) => `      - { url: "${url}", description: SIEM }\n`).join('');
  const httpRoutes = Object.entries(routes)
    .map(([id, baseUrl]) => `      - { id: ${id}, name: crm-${id.slice(-2)}, baseUrl: "${baseUrl}" }\n`)
    .join('');
  const section = (name: string, items: string) => (items === '' ? '' : `    ${name}:\n${items}`);
  const integrations =
    integration === undefined
      ? ''
      : `      - { name: crm, kind: HTTP, allowedHosts: ["${integration}"],
          credential: { type: API_KEY_HEADER, secret: s } }
`;
  const extra =
    section('webhooks', endpoints) + section('httpRoutes', httpRoutes) + section('integrations', integrations);
  const text = acme({ policies, supportBot, extra });
  const resources = '    resources:\n';
  const visitors = Array.from({ length: VISITORS_MAX }, (_, index) =>
    person(visitor(index), `Visitor ${index}`, 'OWNER'),
  );
  const people = visitors.join('') + person(ADMIN, 'Ana Admin', adminRole) + person(MEMBER, 'Mia Member', 'MEMBER');
  const placed = atNight ? text.replace(/timeZone: .*/, `timeZone: ${zoneOfNight()}`) : text;
  return placed.replace(resources, people + resources);
}

const HOUR_MS = 3_600_000;
const NIGHT_HOUR = 22;

/** A zone in which business hours ended hours ago, and begin hours from now. */
function zoneOfNight(): string {
  const hourNow = Math.floor(Date.now() / HOUR_MS) % 24;
  const ahead = ((NIGHT_HOUR - hourNow + 36) % 24) - 12;
  // The sign of these names is that of POSIX: west is plus.
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

/** An export that waits for an owner or admin. */
export const WAITING_ACTION = {
  agent: 'support-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
} as const;

/** Requests a decision as an agent does, and returns the id of its event. */
export async function decide(service: TestService, body: Record<string, unknown> = WAITING_ACTION): Promise<string> {
  const answer = await call(service.baseUrl, '/v1/events', { body });
  if (answer.status !== 200) throw new Error(`a decision was answered with ${answer.status}: ${answer.body.message}`);
  return answer.body.id;
}

/** The agent's current answer. */
export async function finalDecision(service: TestService, eventId: string): Promise<string> {
  return (await call(service.baseUrl, `/v1/events/${eventId}`, { key: LIVE_KEY })).body.finalDecision;
}
