// SPDX-License-Identifier: Apache-2.0
/** Who calls with an access token: its grant, checked as it holds now. */
import type { OauthScope } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { TimeLeft } from '../../platform/time-left/index.ts';
import type { Access } from '../callers/index.ts';
import { type EndReason, readGrant } from './grants.ts';
import { isSameAddress } from './own-addresses.ts';
import { findRecord } from './records.ts';

export interface TokenDeps {
  pool: pg.Pool;
  mcpUrl: () => string;
  baseUrl: () => string;
}

/**
 * @returns null for an unknown token
 * @throws ApiError 401 that says what is wrong: of another server, for another resource, expired or ended
 */
export async function accessOfToken(deps: TokenDeps, token: string, address: string): Promise<Access | null> {
  checkIssuer(token, deps.baseUrl());
  const record = await findRecord(deps.pool, 'AccessToken', token);
  if (record === null) return null;
  const { payload, grantId, organizationId, accountId, isExpired } = record;
  if (payload.aud !== deps.mcpUrl()) throw refused(`is for another resource than ${deps.mcpUrl()} (wrong audience)`);
  if (grantId === null || organizationId === null || accountId === null) throw refused('belongs to no organization');
  const check = async () => {
    const grant = await readGrant(deps.pool, organizationId, grantId);
    if (grant === null) throw refused('belongs to an organization that is not there');
    if (grant.ended !== null) throw refused(ENDED[grant.ended]);
    return grant;
  };
  const grant = await check();
  if (isExpired) throw refused('has expired');
  const scope = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
  return {
    organizationId,
    apiKeyId: grantId,
    address,
    time: new TimeLeft(),
    grant: {
      accountId,
      clientName: grant.clientName,
      mayAsk: grant.mayAsk,
      scopes: new Set(grant.scopes.filter((one: OauthScope) => scope.includes(one))),
      check: async () => {
        await check();
      },
    },
  };
}

const ENDED: Readonly<Record<EndReason, string>> = {
  REVOKED: 'was revoked: a person ended the connection',
  MEMBERSHIP: 'was revoked: its person is no longer a member of the organization',
  ROLE: 'was revoked: the role of its person was lowered',
  FACTOR: 'was revoked: the organization requires a second factor, and its person has none',
  REPLAY: 'was revoked: a code or refresh token of the connection was used too often',
  CLIENT: 'was revoked by the app',
};

function refused(why: string): ApiError {
  return new ApiError('unauthorized', { message: `This access token ${why}. Connect the app again.` });
}

/** Our tokens have no such form; a token that names its issuer is of another server. */
function checkIssuer(token: string, baseUrl: string): void {
  const [, claims] = token.split('.', 3);
  if (claims === undefined) return;
  try {
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss?: unknown };
    if (iss === undefined || (typeof iss === 'string' && isSameAddress(iss, baseUrl))) return;
  } catch {
    return;
  }
  throw refused('was issued by another server (wrong issuer)');
}
