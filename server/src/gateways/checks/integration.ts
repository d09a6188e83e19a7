/** Tries the address of an integration by one call, which changes nothing there. */
import type { UpstreamCheck } from '@svc/contract';
import type { Changer } from '../../accounts/index.ts';
import { inTransaction } from '../../db/index.ts';
import { ApiError } from '../../errors/index.ts';
import type { IntegrationRecord, OrganizationSnapshot } from '../../organizations/index.ts';
import { isHostAmong, selectIntegration } from '../../registry/integrations/index.ts';
import { CHECK_TIMEOUT_MS } from '../limits.ts';
import { askChatOrTicket } from './chat-or-ticket.ts';
import { askAsGateway, type CheckDeps, recordCheck } from './check.ts';

const NO_INTEGRATION = 'There is no such integration.';
const NO_ADDRESS = { reachable: false, host: null, withCredential: false, status: null, fault: 'NO_ADDRESS' } as const;

/** @throws ApiError 404 */
export async function checkIntegration(deps: CheckDeps, changer: Changer, id: string): Promise<UpstreamCheck> {
  const { organizationId } = changer;
  const { integration, baseUrl, privateNetworks } = await deps.snapshots.underCurrentRules(
    organizationId,
    async (snapshot) => {
      const found = snapshot.integrations.get(id);
      if (found === undefined) throw new ApiError('not_found', { message: NO_INTEGRATION });
      await deps.snapshots.assertCurrent(snapshot);
      const { settings } = snapshot;
      return {
        integration: found,
        baseUrl: addressOf(snapshot, found),
        privateNetworks: settings.privateNetworks,
      };
    },
  );
  const stored = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectIntegration(transaction, organizationId, id, deps.vault),
  );
  if (stored === undefined) throw new ApiError('not_found', { message: NO_INTEGRATION });
  const caller = { organizationId, privateNetworks };
  const check =
    integration.kind === 'HTTP'
      ? await checkHttp(deps, caller, integration, baseUrl)
      : await askChatOrTicket(deps.checkEgress, caller, stored);
  const subject = { type: 'integration', id } as const;
  return await recordCheck(
    deps.pool,
    changer,
    subject,
    { name: stored.name },
    check ?? { ...NO_ADDRESS, latencyMs: 0 },
  );
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
  return { ...found, host: new URL(baseUrl).host, withCredential };
}
