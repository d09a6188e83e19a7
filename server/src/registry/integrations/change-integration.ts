/** Changes of one integration by a person, each with its audit entry and a new generation. */

import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { uuidv7 } from '../../db/index.ts';
import { invalid } from '../../errors/index.ts';
import type { Vault } from '../../vault/index.ts';
import {
  checkNameIsFree,
  checkRoom,
  checkUnused,
  deletedEntry,
  findRecord,
  type Identified,
  lineFault,
  planChange,
  refuseFaults,
  refuseName,
} from '../records/index.ts';
import { hostPatternOf } from './allowed-hosts.ts';
import { type Credential, checkCredential } from './credential-forms.ts';
import {
  INTEGRATION,
  type IntegrationKind,
  type IntegrationValues,
  integrationChanges,
  planIntegrations,
  tokenUrlFault,
} from './plan-integrations.ts';
import { removeIntegration, selectIntegrations, selectRoutesOfIntegration, writeIntegrations } from './rows.ts';

export interface IntegrationCreation {
  name: string;
  kind: IntegrationKind;
  allowedHosts?: readonly string[];
  credential?: { credential: Credential; secret: string } | null;
}

/** An omitted field keeps its value. The kind never changes. */
export type IntegrationChange = Partial<Omit<IntegrationCreation, 'kind'>>;

/** An integration in answers, which never show its secret. */
export type ShownIntegration = Identified<Omit<IntegrationValues, 'secret'>> & { hasSecret: boolean };

/**
 * @throws ApiError 400 for an invalid name, host or credential and for a token address outside the hosts, 409 for a
 * name that another integration has
 */
export async function createIntegration(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  creation: IntegrationCreation,
): Promise<ShownIntegration> {
  const given = checkGiven(creation);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const { byName, sealed } = await selectIntegrations(transaction, organizationId, vault);
    checkNameIsFree('an integration', given.name, byName, null);
    checkRoom('integrations', byName.size);
    const plan = planIntegrations([given], byName, () => uuidv7(nowMs));
    refuseFaults(plan.faults);
    const [made] = plan.creates;
    if (made === undefined) throw new Error('an integration with a free name was not planned');
    await writeIntegrations(transaction, organizationId, plan, { vault, sealed }, nowMs);
    return { result: shown(made), changes: integrationChanges(plan) };
  });
}

/**
 * A credential is replaced whole, with its secret.
 * @throws ApiError 400 as above, 404, 409 for a name that another integration has
 */
export async function updateIntegration(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  integrationId: string,
  change: IntegrationChange,
): Promise<ShownIntegration> {
  const { credential: secured, ...given } = checkGiven(change);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const { byName, sealed } = await selectIntegrations(transaction, organizationId, vault);
    const before = findRecord('integration', byName, integrationId);
    const credential = secured === undefined ? {} : (secured ?? { credential: null, secret: null });
    const after = { ...before, ...given, ...credential };
    checkNameIsFree('an integration', after.name, byName, before.id);
    const fault = tokenUrlFault(after.credential, after.allowedHosts);
    if (fault !== null) throw invalid(secured ? 'credential' : 'allowedHosts', fault);
    const plan = planChange<IntegrationValues>(before, after);
    await writeIntegrations(transaction, organizationId, plan, { vault, sealed }, nowMs);
    return { result: shown(after), changes: integrationChanges(plan) };
  });
}

/** @throws ApiError 404, 409 while a route refers to it */
export async function deleteIntegration(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  integrationId: string,
): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const { byName } = await selectIntegrations(transaction, organizationId, vault);
    const integration = findRecord('integration', byName, integrationId);
    checkUnused('integration', await selectRoutesOfIntegration(transaction, organizationId, integration.id));
    await removeIntegration(transaction, organizationId, integration.id);
    return { result: undefined, changes: [deletedEntry(INTEGRATION, integration)] };
  });
}

/** Hosts in the normal form for comparison. @throws ApiError 400 */
function checkGiven<Given extends IntegrationChange>(given: Given): Given {
  refuseName(given.name, lineFault);
  if (given.credential != null) checkCredential(given.credential.credential, given.credential.secret);
  if (given.allowedHosts === undefined) return given;
  const hosts = given.allowedHosts.map((host, index) => {
    const { pattern, fault } = hostPatternOf(host);
    if (pattern === undefined) throw invalid(`allowedHosts[${index}]`, fault);
    return pattern;
  });
  return { ...given, allowedHosts: [...new Set(hosts)] };
}

function shown({ secret, ...rest }: Identified<IntegrationValues>): ShownIntegration {
  return { ...rest, hasSecret: secret !== null };
}
