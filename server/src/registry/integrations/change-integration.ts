// SPDX-License-Identifier: Apache-2.0
/** Changes of one integration by a person, each with its audit entry and a new generation. */

import type { Integration, IntegrationChange, IntegrationCreation } from '@svc/contract';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { checkReachable, lineFault } from '../names/index.ts';
import { createRecord, type DeletableTable, deleteRecord, updateRecord } from '../records/index.ts';
import { hostPatternOf } from './allowed-hosts.ts';
import { refuseFurtherDestination } from './destinations.ts';
import { readCredential } from './given-credential.ts';
import {
  INTEGRATION,
  type IntegrationValues,
  integrationChanges,
  planIntegrations,
  tokenUrlFault,
} from './plan-integrations.ts';
import { showIntegration } from './read-integrations.ts';
import {
  endLinksOfNewSecrets,
  removeIntegration,
  type StoredIntegrations,
  selectIntegrations,
  selectRoutesOfIntegration,
  writeIntegrations,
} from './rows.ts';
import { readKindValues, refuseProvider, secretsThatDiffer } from './settings-of-kinds.ts';

/** Their secrets are opened to be compared, and sealed to be written. */
const integrationsIn = (vault: Vault): DeletableTable<IntegrationValues, Integration, StoredIntegrations> => ({
  noun: 'integration',
  aNoun: 'an integration',
  nouns: 'integrations',
  kind: INTEGRATION,
  nameFault: lineFault,
  select: (transaction, organizationId) => selectIntegrations(transaction, organizationId, vault),
  show: (transaction, organizationId, id) => showIntegration(transaction, organizationId, id, vault),
  write: ({ transaction, organizationId, accountId, role, stored: { sealed }, nowMs }, plan) =>
    writeIntegrations(transaction, organizationId, plan, { vault, sealed, giver: { accountId, role } }, nowMs),
  endWith: ({ transaction, organizationId }, plan) => endLinksOfNewSecrets(transaction, organizationId, plan),
  changes: integrationChanges,
  selectUsers: (transaction, organizationId, { id }) => selectRoutesOfIntegration(transaction, organizationId, id),
  remove: removeIntegration,
});

/**
 * @throws ApiError 400 for an invalid value, a field of another kind, and a token address outside the hosts. 409 for a
 *   name that another integration has
 */
export async function createIntegration(
  pool: pg.Pool,
  { vault, reach }: { vault: Vault; reach: AddressReach },
  changer: Changer,
  { name, kind, provider, ...given }: IntegrationCreation,
): Promise<Integration> {
  refuseProvider(kind, provider);
  const settings = readKindValues({ kind, provider }, given, undefined);
  const allowedHosts = hostsOf(given.allowedHosts);
  const credential = given.credential == null ? given.credential : readCredential(given.credential);
  const made = await createRecord(pool, changer, integrationsIn(vault), name, async (where) => {
    await checkAddresses(
      where,
      reach,
      { credential: credential?.credential ?? null, settings: settings.settings },
      given,
    );
    return planIntegrations([{ name, kind, allowedHosts, credential, settings }], where.stored.byName, where.newId);
  });
  return made.shown;
}

/**
 * A credential is replaced whole, with its secret.
 * @param changer `isRecent` when the person has signed in or confirmed a moment ago
 * @throws ApiError 400 as above, and for a further destination without the secret. 404, 409 for a name that another
 *   integration has and when another change came between. 401 for new secrets of a chat without a recent sign-in
 */
export async function updateIntegration(
  pool: pg.Pool,
  { vault, reach }: { vault: Vault; reach: AddressReach },
  { isRecent, ...changer }: Changer & { isRecent: boolean },
  id: string,
  { updatedAt: seen, name, ...given }: IntegrationChange,
): Promise<Integration> {
  const hosts = hostsOf(given.allowedHosts);
  const secured = given.credential == null ? given.credential : readCredential(given.credential);
  return await updateRecord(pool, changer, integrationsIn(vault), { id, name, seen }, async (before, where) => {
    const { settings, secret } = readKindValues(
      { kind: before.kind, provider: before.settings?.provider },
      given,
      before,
    );
    const isSigned = secretsThatDiffer(before, { settings, secret }) !== null;
    if (isSigned && !isRecent) throw new ApiError('reauthentication_required');
    const { credential, secret: sealed } =
      secured === undefined
        ? { credential: before.credential, secret }
        : (secured ?? { credential: null, secret: null });
    await checkAddresses(where, reach, { credential: secured?.credential ?? null, settings }, given);
    const allowedHosts = hosts ?? before.allowedHosts;
    refuseFurtherDestination(before, { allowedHosts, settings, secret }, given);
    const fault = tokenUrlFault(credential, allowedHosts);
    if (fault !== null) throw invalid(secured ? 'credential' : 'allowedHosts', fault);
    return { ...before, name: name ?? before.name, allowedHosts, credential, settings, secret: sealed };
  });
}

/** @throws ApiError 400 for an address among the given ones that no call could reach */
async function checkAddresses(
  where: Parameters<typeof checkReachable>[0],
  reach: AddressReach,
  { credential, settings }: Pick<IntegrationValues, 'credential' | 'settings'>,
  { url, updateUrl }: Pick<IntegrationChange, 'url' | 'updateUrl'>,
): Promise<void> {
  if (credential?.type === 'OAUTH2_CLIENT_CREDENTIALS') {
    await checkReachable(where, reach, 'credential.tokenUrl', credential.tokenUrl);
  }
  if (settings === null) return;
  if (url !== undefined) await checkReachable(where, reach, 'url', url);
  if (updateUrl != null) await checkReachable(where, reach, 'updateUrl', updateUrl);
}

/** @throws ApiError 404, 409 while a route refers to it */
export async function deleteIntegration(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  integrationId: string,
): Promise<void> {
  await deleteRecord(pool, changer, integrationsIn(vault), integrationId);
}

/** Each once, in the normal form for comparison. @throws ApiError 400 */
function hostsOf(given: readonly string[] | undefined): readonly string[] | undefined {
  const hosts = given?.map((host, index) => {
    const { pattern, fault } = hostPatternOf(host);
    if (pattern === undefined) throw invalid(`allowedHosts[${index}]`, fault);
    return pattern;
  });
  return hosts === undefined ? undefined : [...new Set(hosts)];
}
