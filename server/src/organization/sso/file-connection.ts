// SPDX-License-Identifier: Apache-2.0
/** The connection as an operator's file says it, with people by address. The operator vouches for its domains. */
import { emailKeyOf } from '../../people/accounts/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { changeConnection } from './connection.ts';
import { type ConnectionValues, selectConnection } from './connection-rows.ts';
import { selectDomains } from './domain-rows.ts';
import { vouchFor } from './domains.ts';

export interface FileConnection extends ConnectionValues {
  clientSecret: string | undefined;
  /** By address, where `breakGlass` of the connection names accounts. */
  breakGlass: string[];
  domains: string[];
}

interface Applying {
  organizationId: string;
  vault: Vault;
}

/** @throws ApiError with a sentence for the operator */
export async function applyConnection(
  transaction: Transaction,
  { organizationId, vault }: Applying,
  { clientSecret, domains, ...values }: FileConnection,
): Promise<Change[]> {
  const accounts = await transaction.query<{ id: string; key: string }>(SELECT_MEMBERS, [organizationId]);
  const idOf = new Map(accounts.map(({ id, key }) => [key, id]));
  const breakGlass = values.breakGlass.map((email) => {
    const id = idOf.get(emailKeyOf(email));
    if (id !== undefined) return id;
    throw new ApiError('conflict', { message: `breakGlass: ${email} is no member of the organization` });
  });
  const changed = await changeConnection(
    transaction,
    { organizationId, vault },
    { ...values, breakGlass },
    clientSecret,
  );
  const changes = [...changed];
  for (const domain of domains) changes.push(...(await vouchFor(transaction, organizationId, domain)));
  return changes;
}

const SELECT_MEMBERS = `
  SELECT a.id, a.email_key AS key FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1`;

/** The same as the file has it, without the secret. Domains of DNS stay out: no operator vouches for them. */
export async function connectionForFile(
  transaction: Transaction,
  { organizationId, vault }: Applying,
): Promise<Omit<FileConnection, 'clientSecret'> | null> {
  const connection = await selectConnection(transaction, organizationId, vault);
  if (connection === null) return null;
  const { id: _id, clientSecret: _secret, updatedAt: _at, privateNetworks: _networks, ...values } = connection;
  const people = await transaction.query<{ email: string }>(SELECT_ADDRESSES, [values.breakGlass]);
  const domains = (await selectDomains(transaction, organizationId)).filter(
    ({ verifiedBy }) => verifiedBy === 'OPERATOR',
  );
  return {
    ...values,
    breakGlass: people.map(({ email }) => email),
    domains: domains.map(({ domain }) => domain),
  };
}

const SELECT_ADDRESSES = `SELECT email FROM svc.accounts WHERE id = ANY ($1::uuid[]) ORDER BY email_key`;
