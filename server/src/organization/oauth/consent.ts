// SPDX-License-Identifier: Apache-2.0
/**
 * The person's answer to an app's request. The request belongs to the browser that it came to: it carries a signed
 * cookie. The answer belongs to the person who was shown the request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthorizationApproval,
  type AuthorizationRequest,
  fieldFault,
  OAUTH_SCOPES,
  type OauthScope,
  ROLES,
} from '@svc/contract';
import type pg from 'pg';
import { needsFactorIn } from '../../people/factors/index.ts';
import { changeAs, type Entrant, enterable } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { insertGrant } from './grants.ts';
import { CONNECTIONS_PER_PERSON_AND_DAY } from './limits.ts';
import { keepClient } from './records.ts';
import { type ShownClient, shownClient } from './shown-client.ts';
import { subjectText } from './subject.ts';

/** A request as a browser carries it. */
export interface Carried {
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
}

interface Pending {
  clientId: string;
  client: ShownClient;
  scopes: OauthScope[];
  /** The app asks who the person is, by an identifier of the person in this organization (OpenID Connect). */
  asksWho: boolean;
}

export async function readAuthorization(
  server: AuthorizationServer,
  pool: pg.Pool,
  { email, ...entrant }: Entrant & { email: string },
  carried: Carried,
): Promise<AuthorizationRequest> {
  const { client, scopes } = await pendingOf(server, carried);
  const memberships = await enterable(pool, entrant);
  const asking = await organizationsThatAsk(
    pool,
    memberships.map(({ id }) => id),
  );
  const organizations = memberships.map((one) => ({ ...one, assistantApprovals: asking.has(one.id) }));
  return { client, scopes, person: { id: entrant.accountId, email }, organizations };
}

/** Those that let reviews be resolved in an assistant. */
async function organizationsThatAsk(pool: pg.Pool, organizationIds: readonly string[]): Promise<Set<string>> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ id: string }>(
      'SELECT organization_id AS id FROM svc.organizations WHERE assistant_approvals AND organization_id = ANY ($1)',
      [organizationIds],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives the app a grant in one organization. The grant, its audit entry and the client's longer life commit together.
 * @returns the address at which the browser goes on
 * @throws ApiError 404 for a request that is over or another browser's; 403 for another person or organization. 429 for
 *   more connections in a day than a person makes
 */
export async function approveAuthorization(
  server: AuthorizationServer,
  pool: pg.Pool,
  { accountId, directoryOf }: Entrant,
  carried: Carried,
  approval: AuthorizationApproval,
): Promise<string> {
  const { clientId, client, scopes, asksWho } = await pendingOf(server, carried);
  if (approval.personId.toLowerCase() !== accountId) throw anotherPerson();
  const granted = scopes.filter((scope) => approval.scopes.includes(scope));
  if (granted.length !== new Set(approval.scopes).size) throw invalid('scopes', fieldFault('OTHER_SCOPE'));
  await hitSharedWindow(pool, CONNECTION_RATE, accountId);
  const organizationId = approval.organizationId.toLowerCase();
  const grantId = uuidv7(pool.clock.nowMs());
  const open = await enterable(pool, { accountId, directoryOf });
  if (!open.some(({ id }) => id === organizationId)) throw notAMember();
  await changeAs(pool, { accountId, organizationId }, ROLES, async (transaction, { role, nowMs }) => {
    if (directoryOf === null && (await needsFactorIn(transaction, organizationId, accountId)))
      throw new ApiError('mfa_setup_required');
    await insertGrant(
      transaction,
      {
        id: grantId,
        organizationId,
        accountId,
        role,
        clientId,
        clientName: client.name,
        clientHost: client.documentHost ?? client.host,
        scopes: granted,
        mayAsk: approval.mayAsk === true,
      },
      nowMs,
    );
    await keepClient(transaction, clientId);
    const change = {
      kind: 'connected_app.connected',
      subject: { type: 'connected_app', id: grantId },
      metadata: { clientHost: client.documentHost ?? client.host, scopes: granted, mayAsk: approval.mayAsk === true },
    };
    return { result: undefined, changes: [change] };
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'unauthorized' ? notAMember() : error;
  });
  const provider = await server.provider();
  const subject = subjectText({ accountId, organizationId });
  const grant = new provider.Grant({ accountId: subject, clientId });
  grant.jti = grantId;
  grant.addResourceScope(server.mcpUrl(), granted.join(' '));
  if (asksWho) grant.addOIDCScope('openid');
  await grant.save();
  const result = { login: { accountId: subject, remember: false }, consent: { grantId } };
  return await provider.interactionResult(carried.request, carried.response, result);
}

const CONNECTION_RATE = {
  name: 'oauth-connections',
  hitsMax: CONNECTIONS_PER_PERSON_AND_DAY,
  windowSeconds: 86_400,
};

/** @returns the address at which the browser goes on @throws ApiError 404 as above */
export async function denyAuthorization(server: AuthorizationServer, carried: Carried): Promise<string> {
  await pendingOf(server, carried);
  const provider = await server.provider();
  const result = { error: 'access_denied', error_description: 'the person did not connect the app' };
  return await provider.interactionResult(carried.request, carried.response, result);
}

/** @throws ApiError 404 for a request that is answered or over, or that came to another browser */
async function pendingOf(server: AuthorizationServer, { id, request, response }: Carried): Promise<Pending> {
  const provider = await server.provider();
  const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SessionNotFound') throw noSuchRequest();
    throw error;
  });
  if (interaction.uid !== id || interaction.result !== undefined) throw noSuchRequest();
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined;
  if (client === undefined || typeof redirectUri !== 'string') throw noSuchRequest();
  const asked = new Set(typeof scope === 'string' ? scope.split(' ') : []);
  const scopes = OAUTH_SCOPES.filter((one) => asked.has(one));
  const shown = shownClient(client.metadata(), redirectUri);
  return { clientId: client.clientId, client: shown, scopes, asksWho: asked.has('openid') };
}

const noSuchRequest = () =>
  new ApiError('not_found', {
    message: 'The request of the app is over, or came to another browser: start again in the app.',
  });

const anotherPerson = () =>
  new ApiError('forbidden', { message: 'Another person was shown this request: start again in the app.' });

const notAMember = () => new ApiError('forbidden', { message: 'You are no member of this organization.' });
