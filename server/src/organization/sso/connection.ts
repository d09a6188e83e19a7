// SPDX-License-Identifier: Apache-2.0
/** The connection of an organization to its directory, as its owners change it. */
import { isDeepStrictEqual } from 'node:util';
import { fieldFault, type SsoConnectionChange } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { checkBreakGlass } from '../../people/entry/index.ts';
import { type Changer, changeAs, selectMemberships } from '../../people/memberships/index.ts';
import { directorySessions } from '../../people/sessions/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { checkReachable } from '../../registry/names/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { connectionFault } from './connection-faults.ts';
import {
  type Connection,
  type ConnectionValues,
  deleteConnectionRow,
  selectConnection,
  writeConnection,
} from './connection-rows.ts';
import { endOtherEntries, peopleWhoNeedDirectory } from './entries.ts';
import { forgetIdentities } from './identities.ts';

export interface ConnectionDeps {
  pool: pg.Pool;
  vault: Vault;
  reach: AddressReach;
}

/**
 * Makes or changes it. Where people lose an entry by it, their sessions, connected apps and chat links end at once.
 * @throws ApiError 400 for a bad value; 409 where no break-glass owner would remain
 */
export async function saveConnection(
  { pool, vault, reach }: ConnectionDeps,
  changer: Changer,
  { clientSecret, ...given }: SsoConnectionChange,
): Promise<void> {
  const { organizationId } = changer;
  const values: ConnectionValues = { ...given, breakGlass: given.breakGlass.map((id) => id.toLowerCase()) };
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    await checkReachable({ transaction, organizationId }, reach, 'issuer', values.issuer);
    const changes = await changeConnection(transaction, { organizationId, vault }, values, clientSecret);
    return { result: undefined, changes };
  });
}

/**
 * The same for any author, under the head's lock.
 * @param given the secret; undefined keeps the stored one
 * @returns the audit entries; none where nothing changes
 */
export async function changeConnection(
  transaction: Transaction,
  { organizationId, vault }: { organizationId: string; vault: Vault },
  values: ConnectionValues,
  given: string | undefined,
): Promise<Change[]> {
  const before = await selectConnection(transaction, organizationId, vault);
  const members = await selectMemberships(transaction, organizationId);
  const owners = new Set(members.filter(({ role }) => role === 'OWNER').map(({ accountId }) => accountId));
  const fault = connectionFault(values, owners);
  if (fault !== null) throw invalid(...fault);
  const clientSecret = given ?? keptSecret(before, values);
  if (clientSecret === null) throw invalid('clientSecret', secretFault(before, values));
  const change = changeOf(organizationId, before, { ...values, clientSecret });
  if (change === null) return [];
  const needing = await peopleWhoNeedDirectory(transaction, organizationId);
  await writeConnection(transaction, organizationId, { ...values, id: before?.id ?? null, clientSecret }, vault);
  await checkBreakGlass(transaction, organizationId);
  if (before !== null && endsSessions(before, values)) await directorySessions.end(transaction, organizationId);
  if (before !== null && before.issuer !== values.issuer) {
    await forgetIdentities(transaction, organizationId, values.issuer);
  }
  return [change, ...(await endOtherEntries(transaction, organizationId, needing))];
}

/** A secret goes where it went before, and nowhere else. */
function keptSecret(before: Connection | null, { issuer }: ConnectionValues): string | null {
  return before?.issuer === issuer ? before.clientSecret : null;
}

function secretFault(before: Connection | null, { issuer }: ConnectionValues) {
  return before === null ? fieldFault('REQUIRED') : fieldFault('SECRET_NEEDED', { origin: issuer });
}

/** Sessions of another directory, of another client, or that last longer than is said now. */
function endsSessions(before: ConnectionValues, after: ConnectionValues): boolean {
  return (
    !after.enabled ||
    before.issuer !== after.issuer ||
    before.clientId !== after.clientId ||
    after.sessionHours < before.sessionHours
  );
}

const AUDITED = [
  ...['issuer', 'clientId', 'scopes', 'roleClaim', 'roles', 'defaultRole', 'enabled', 'required'],
  ...['breakGlass', 'sessionHours'],
] as const;

type Told = ConnectionValues & { clientSecret: string | null };

/** @returns null where nothing changes */
function changeOf(organizationId: string, before: Told | null, after: Told): Change | null {
  const subject = { type: 'organization', id: organizationId };
  if (before === null) return { kind: 'sso.created', subject, metadata: { after: told(after, [...AUDITED]) } };
  const changed = AUDITED.filter((field) => {
    return !isDeepStrictEqual(before[field as keyof Told], after[field as keyof Told]);
  });
  const isOtherSecret = before.clientSecret !== after.clientSecret;
  const changedFields = [...changed, ...(isOtherSecret ? ['clientSecret'] : [])];
  if (changedFields.length === 0) return null;
  const secret = isOtherSecret ? { clientSecret: 'changed' } : {};
  const metadata = {
    changedFields,
    before: { ...told(before, changed), ...secret },
    after: { ...told(after, changed), ...secret },
  };
  return { kind: 'sso.updated', subject, metadata };
}

const told = (values: Told, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, values[field as keyof Told]])) as JsonObject;

/** Ends it: people enter by their passwords again. Those without one ask for a link by mail. */
export async function deleteConnection({ pool, vault }: ConnectionDeps, changer: Changer): Promise<void> {
  const { organizationId } = changer;
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    const before = await selectConnection(transaction, organizationId, vault);
    if (before === null) return { result: undefined, changes: [] };
    await deleteConnectionRow(transaction, organizationId);
    await directorySessions.end(transaction, organizationId);
    await forgetIdentities(transaction, organizationId, null);
    const subject = { type: 'organization', id: organizationId };
    return {
      result: undefined,
      changes: [{ kind: 'sso.deleted', subject, metadata: { before: told(before, AUDITED) } }],
    };
  });
}
