// SPDX-License-Identifier: Apache-2.0
/** The sign-in by the directory as owners see it, without its secret; and the trial of its connection. */
import type { SsoState, SsoTrial } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAs } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { ownAddresses } from './addresses.ts';
import { type Connection, selectConnection } from './connection-rows.ts';
import type { SsoDeps } from './deps.ts';
import { DirectoryFault, directoryFaultOf } from './directory-fault.ts';
import { recordOf } from './domain-names.ts';
import { selectDomains } from './domain-rows.ts';

export async function readState(
  { pool, vault, baseUrl }: { pool: pg.Pool; vault: Vault; baseUrl: () => string },
  organizationId: string,
): Promise<SsoState> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const connection = await selectConnection(transaction, organizationId, vault);
    const domains = await selectDomains(transaction, organizationId);
    return {
      connection: connection === null ? null : shown(connection),
      domains: domains.map(({ domain, token, verifiedAt, verifiedBy, createdAt }) => ({
        domain,
        record: recordOf(domain, token),
        verifiedAt: verifiedAt?.toISOString() ?? null,
        verifiedBy,
        createdAt: createdAt.toISOString(),
      })),
      addresses: ownAddresses(baseUrl(), organizationId),
    };
  });
}

function shown(connection: Connection): NonNullable<SsoState['connection']> {
  const { clientSecret: _secret, privateNetworks: _networks, id: _id, updatedAt, ...values } = connection;
  return { ...values, updatedAt: updatedAt.toISOString() };
}

/** Asks the directory for what a sign-in would ask for before the person is there. @throws ApiError 404 without one */
export async function tryConnection(deps: SsoDeps, changer: Changer): Promise<SsoTrial> {
  const { organizationId } = changer;
  const connection = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectConnection(transaction, organizationId, deps.vault),
  );
  if (connection === null) throw new ApiError('not_found', { message: 'The organization has no connection yet.' });
  const found = await ask(deps, organizationId, connection);
  return await changeAs(deps.pool, changer, ['OWNER'], async () => {
    const subject = { type: 'organization', id: organizationId };
    return { result: found, changes: [{ kind: 'sso.checked', subject, metadata: { fault: found.fault } }] };
  });
}

async function ask({ directories }: SsoDeps, organizationId: string, connection: Connection): Promise<SsoTrial> {
  const { issuer, clientId, clientSecret, privateNetworks } = connection;
  const caller = { organizationId, privateNetworks };
  try {
    if (clientSecret === null) throw new DirectoryFault('SECRET_UNREADABLE');
    const metadata = await directories.discover({ ...caller, issuer, clientId }, true);
    const keys = (await directories.read(caller, metadata.jwks_uri ?? '')) as { keys?: unknown } | null;
    if (!Array.isArray(keys?.keys) || keys.keys.length === 0) throw new DirectoryFault('NO_KEYS');
    return { fault: null, detail: null, endsSessions: metadata.end_session_endpoint !== undefined };
  } catch (error) {
    // Reading finds that it is no JSON.
    const fault = error instanceof SyntaxError ? new DirectoryFault('NOT_JSON') : directoryFaultOf(error);
    if (fault === null) throw error;
    return { fault: fault.code, detail: fault.detail?.slice(0, DETAIL_CHARACTERS_MAX) ?? null, endsSessions: false };
  }
}

const DETAIL_CHARACTERS_MAX = 300;
