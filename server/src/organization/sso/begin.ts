// SPDX-License-Identifier: Apache-2.0
/** Begins a sign-in at a directory: finds it by a mail address, and makes the address where the browser goes on. */
import type { SsoOrganizations } from '@svc/contract';
import type pg from 'pg';
import type { Person } from '../../people/sessions/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { ownAddresses } from './addresses.ts';
import type { Connection } from './connection-rows.ts';
import { openConnection, registeredAs, type SsoDeps } from './deps.ts';
import type { Registered } from './directories.ts';
import { domainOfAddress } from './domain-names.ts';
import { selectProven } from './domain-rows.ts';
import { refused, refusedBy } from './refusal.ts';
import { insertUnderWay, newUnderWay, type UnderWay } from './under-way.ts';

/** An organization that no address has: it is looked for where a domain has none, so that this takes as long. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** The organizations that have proved the domain of the address, and sign in by a directory. */
export async function findOrganizations(pool: pg.Pool, email: string): Promise<SsoOrganizations> {
  const domain = domainOfAddress(email) ?? 'invalid';
  const proven = (await selectProven(pool, domain)).map(({ organizationId }) => organizationId);
  const ids = proven.length > 0 ? proven : [NO_ORGANIZATION];
  return await inTransaction(pool, ids, async (transaction) => ({
    organizations: await transaction.query<{ id: string; name: string }>(SELECT_NAMES, [ids]),
  }));
}

const SELECT_NAMES = `
  SELECT o.organization_id AS id, o.name
  FROM svc.organizations o JOIN svc.sso_connections c USING (organization_id)
  WHERE o.organization_id = ANY ($1::uuid[]) AND c.enabled ORDER BY o.name COLLATE "C", o.organization_id`;

export interface Begun {
  url: string;
  /** For the cookie of the browser. */
  secret: string;
}

/**
 * @param person who confirms to be there, by their session; null for a sign-in
 * @throws ApiError 403 `sso_refused`
 */
export async function beginSignIn(deps: SsoDeps, organizationId: string, person: Person | null): Promise<Begun> {
  const connection = await openConnection(deps, organizationId);
  const registered = connection === null ? null : registeredAs(organizationId, connection);
  if (connection === null || registered === null) throw refused('NOT_AVAILABLE');
  const underWay = newUnderWay();
  const url = await addressOf(deps, { registered, connection, underWay, person }).catch((error: unknown) => {
    throw refusedBy(deps.log, organizationId, error);
  });
  await inTransaction(deps.pool, [organizationId], (transaction) =>
    insertUnderWay(transaction, organizationId, underWay, person?.sessionId ?? null),
  );
  return { url, secret: underWay.secret };
}

interface Asking {
  registered: Registered;
  connection: Connection;
  underWay: UnderWay;
  person: Person | null;
}

/** The address of the directory. @throws DirectoryFault */
async function addressOf(deps: SsoDeps, { registered, connection, underWay, person }: Asking): Promise<string> {
  const [library, client] = await Promise.all([import('openid-client'), deps.directories.client(registered)]);
  return library.buildAuthorizationUrl(client, {
    redirect_uri: ownAddresses(deps.baseUrl(), registered.organizationId).callback,
    scope: [...new Set(['openid', ...connection.scopes])].join(' '),
    state: underWay.state,
    nonce: underWay.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(underWay.codeVerifier),
    code_challenge_method: 'S256',
    ...(person !== null && { prompt: 'login', max_age: '0', login_hint: person.user.email }),
  }).href;
}
