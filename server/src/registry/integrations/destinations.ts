// SPDX-License-Identifier: Apache-2.0
/**
 * A stored secret goes only where it was given for, and a further destination needs it again in the same request. So no
 * person can have a secret sent to a place of their own.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { fieldFault } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import { isHostAmong } from './allowed-hosts.ts';
import type { IntegrationValues } from './plan-integrations.ts';

type Values = Pick<IntegrationValues, 'allowedHosts' | 'settings' | 'secret'>;

/**
 * @param given the secrets of the request
 * @throws ApiError 400 for a further host of the credential, and another origin of a system with secrets
 */
export function refuseFurtherDestination(
  before: Values,
  after: Values,
  given: { credential?: unknown; headers?: unknown; token?: unknown; routingKey?: unknown },
): void {
  if (before.secret === null) return;
  const host = after.allowedHosts.find((pattern) => !isCovered(pattern, before.allowedHosts));
  if (host !== undefined && given.credential === undefined) {
    throw invalid('credential', fieldFault('CREDENTIAL_NEEDED', { host }));
  }
  refuseOtherOrigin(before, after, given);
  if (before.settings?.provider !== null || after.settings?.provider !== null || given.headers !== undefined) return;
  const known = [before.settings.url, before.settings.updateUrl].map(originOf);
  for (const field of ['url', 'updateUrl'] as const) {
    const origin = originOf(after.settings[field]);
    if (origin === null || known.includes(origin)) continue;
    throw invalid('headers', fieldFault('HEADERS_NEEDED', { field, origin }));
  }
}

/** Systems of which the address can be set, each with its secret. */
const SECRET_OF = { JIRA: 'token', SERVICENOW: 'token', GITHUB: 'token', PAGERDUTY: 'routingKey' } as const;

/** The secret of a known system goes to the address that it was given with. */
function refuseOtherOrigin(
  { settings: before }: Values,
  { settings: after }: Values,
  given: { token?: unknown; routingKey?: unknown },
): void {
  if (before === null || after === null || !('url' in before) || !('url' in after)) return;
  if (after.provider === null || after.provider === 'INCOMING_WEBHOOK') return;
  const field = SECRET_OF[after.provider];
  if (given[field] !== undefined) return;
  const origin = originOf(after.url);
  if (origin === null || origin === originOf(before.url)) return;
  throw invalid(field, fieldFault('SECRET_NEEDED', { origin }));
}

function isCovered(pattern: string, patterns: readonly string[]): boolean {
  if (patterns.includes(pattern)) return true;
  return (
    patterns.some((other) => other.startsWith('*.') && pattern.startsWith('*.') && pattern.endsWith(other.slice(1))) ||
    (!pattern.startsWith('*.') && isHostAmong(`http://${pattern}/`, patterns))
  );
}

const originOf = (address: string | null): string | null => (address === null ? null : new URL(address).origin);

/** The address of a route, and the integration that it names. */
interface Aimed {
  baseUrl: string;
  integrationId: string | null;
}

/**
 * A host stands for https at its usual port. Another scheme or port is a further destination, unless a route of the
 * integration leads there already.
 * @param given the secret of the request
 * @throws ApiError 400 without the secret where it is needed, and for another one
 */
export function refuseFurtherOrigin(
  { baseUrl, integrationId }: Aimed,
  integration: Pick<IntegrationValues, 'allowedHosts' | 'credential' | 'secret'> | undefined,
  routes: Iterable<Aimed>,
  given: string | undefined,
): void {
  if (integration === undefined || integration.credential === null || integration.secret === null) return;
  const { origin, protocol, port } = new URL(baseUrl);
  if ((protocol === 'https:' && port === '') || !isHostAmong(baseUrl, integration.allowedHosts)) return;
  for (const route of routes) {
    if (route.integrationId === integrationId && new URL(route.baseUrl).origin === origin) return;
  }
  if (given === undefined) {
    throw invalid('secret', fieldFault('SECRET_NEEDED', { origin }));
  }
  if (!isSame(given, integration.secret)) throw invalid('secret', fieldFault('OTHER_SECRET'));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
