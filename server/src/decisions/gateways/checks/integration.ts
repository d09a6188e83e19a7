// SPDX-License-Identifier: Apache-2.0
/** Tries an integration: by a call that changes nothing there, or by a test message. */
import type { UpstreamCheck } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type { IntegrationRecord, OrganizationSnapshot } from '../../../organization/organizations/index.ts';
import type { Changer } from '../../../people/memberships/index.ts';
import { ApiError, invalid } from '../../../platform/errors/index.ts';
import { clearMessageFault, isHostAmong, selectIntegration } from '../../../registry/integrations/index.ts';
import { inTransaction } from '../../../storage/db/index.ts';
import { readChatLanguage } from '../../chat/index.ts';
import { CHECK_TIMEOUT_MS } from '../limits.ts';
import { tryChatOrTicket } from './chat-or-ticket.ts';
import { askAsGateway, type CheckDeps, recordCheck } from './check.ts';

const NO_INTEGRATION = 'There is no such integration.';
const NO_ADDRESS = {
  reachable: false,
  host: null,
  withCredential: false,
  status: null,
  fault: 'NO_ADDRESS',
  messageFault: null,
} as const;

/** @throws ApiError 404 */
export async function checkIntegration(deps: CheckDeps, changer: Changer, id: string): Promise<UpstreamCheck> {
  const { integration, stored, baseUrl, trying } = await selectToTry(deps, changer.organizationId, id);
  const check =
    integration.kind === 'HTTP'
      ? await checkHttp(deps, trying.caller, integration, baseUrl)
      : await tryChatOrTicket(trying, stored, null);
  return await recorded(deps, changer, id, { name: stored.name }, check);
}

/**
 * Writes one message, or opens one ticket, that says it is a test.
 * @throws ApiError 400 for a kind that no message goes to, 404
 */
export async function testIntegration(deps: CheckDeps, changer: Changer, id: string): Promise<UpstreamCheck> {
  const { organizationId } = changer;
  const { integration, stored, trying } = await selectToTry(deps, organizationId, id);
  if (integration.kind === 'HTTP') throw invalid('id', 'is of an integration that takes no messages');
  const test = { language: await readChatLanguage(deps.pool, organizationId), baseUrl: deps.baseUrl() };
  const check = await tryChatOrTicket(trying, stored, test);
  if (check !== null && arrived(check)) {
    await clearMessageFault(deps.pool, { organizationId, integrationId: id });
  }
  return await recorded(deps, changer, id, { name: stored.name, wrote: true }, check);
}

const arrived = ({ status, fault, messageFault }: UpstreamCheck) =>
  status !== null && status >= 200 && status < 300 && fault === null && messageFault === null;

async function selectToTry(deps: CheckDeps, organizationId: string, id: string) {
  const found = await deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
    const integration = snapshot.integrations.get(id);
    if (integration === undefined) throw new ApiError('not_found', { message: NO_INTEGRATION });
    await deps.snapshots.assertCurrent(snapshot);
    const { privateNetworks } = snapshot.settings;
    return { integration, baseUrl: addressOf(snapshot, integration), caller: { organizationId, privateNetworks } };
  });
  const stored = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectIntegration(transaction, organizationId, id, deps.vault),
  );
  if (stored === undefined) throw new ApiError('not_found', { message: NO_INTEGRATION });
  const { pool, checkEgress: egress, slackApi, teams } = deps;
  const trying = { egress, slackApi, teams, pool, nowMs: pool.clock.nowMs(), caller: found.caller };
  return { ...found, stored, trying };
}

async function recorded(
  { pool }: CheckDeps,
  changer: Changer,
  id: string,
  described: JsonObject,
  check: UpstreamCheck | null,
): Promise<UpstreamCheck> {
  const subject = { type: 'integration', id } as const;
  return await recordCheck(pool, changer, subject, described, check ?? { ...NO_ADDRESS, latencyMs: 0 });
}

/** That of its first route by name which may carry the credential, else its first host that is no pattern. */
function addressOf(snapshot: OrganizationSnapshot, { id, allowedHosts }: IntegrationRecord): string | null {
  const [route] = [...snapshot.httpRoutes.values()]
    .filter(({ integrationId, baseUrl }) => integrationId === id && isHostAmong(baseUrl, allowedHosts))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  if (route !== undefined) return route.baseUrl;
  const host = allowedHosts.find((pattern) => !pattern.startsWith('*.'));
  return host === undefined ? null : `https://${host}/`;
}

async function checkHttp(
  deps: CheckDeps,
  caller: { organizationId: string; privateNetworks: boolean },
  integration: IntegrationRecord,
  baseUrl: string | null,
): Promise<UpstreamCheck | null> {
  if (baseUrl === null) return null;
  const withCredential = integration.credential !== null;
  const found = await askAsGateway(deps, {
    ...caller,
    route: { id: integration.id, baseUrl, timeoutMs: CHECK_TIMEOUT_MS },
    integration: withCredential ? integration : null,
    method: 'GET',
    path: null,
    body: null,
  });
  return { ...found, host: new URL(baseUrl).host, withCredential, messageFault: null };
}
