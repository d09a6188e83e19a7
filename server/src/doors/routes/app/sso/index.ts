// SPDX-License-Identifier: Apache-2.0
/** The routes of the sign-in by an organization's directory. */

import type { SsoConnectionChange, SsoDomain, SsoFinish, SsoSearch, SsoStart } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import {
  addDomain,
  beginSignIn,
  deleteConnection,
  findOrganizations,
  finishSignIn,
  ID_TOKEN_CHARACTERS_MAX,
  logoutAddress,
  readState,
  removeDomain,
  STARTS_PER_ADDRESS_AND_MINUTE,
  saveConnection,
  tryConnection,
  verifyDomain,
} from '../../../../organization/sso/index.ts';
import { refuseOthers } from '../../../../people/entry/index.ts';
import { signOut } from '../../../../people/sessions/index.ts';
import { limitedAddress } from '../../../../platform/addresses/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { clientOf } from '../client.ts';
import {
  clearSessionCookies,
  sessionCookies,
  setDirectoryCookie,
  setSsoCookie,
  setStartedCookies,
  takeDirectoryCookie,
  takeSsoCookie,
} from '../cookies.ts';
import type { AppRouteDeps } from '../deps.ts';
import { type AppHandlers, changerOf } from '../register.ts';

export const SSO_ROUTES = {
  /** POST /auth/sso/find: the organizations whose people of this domain sign in by a directory. */
  findSso: async (deps, request) => {
    await countStart(deps, request);
    return await findOrganizations(deps.pool, (request.body as SsoSearch).email);
  },

  /** POST /auth/sso: begin a sign-in at the directory. */
  startSso: async (deps, request, reply) => {
    await countStart(deps, request);
    const { organizationId } = request.body as SsoStart;
    const { url, secret } = await beginSignIn(deps.sso, organizationId.toLowerCase(), null);
    setSsoCookie(reply, secret);
    return { url };
  },

  /** POST /auth/sso/finish: the directory has sent the browser back. */
  finishSso: async (deps, request, reply) => {
    const finish = request.body as SsoFinish;
    const asked = { ...finish, organizationId: finish.organizationId.toLowerCase() };
    const by = { secret: takeSsoCookie(request, reply), client: clientOf(request, deps) };
    const { signedIn, tokens, idToken } = await finishSignIn(deps.sso, asked, by);
    if (tokens === null) return signedIn;
    setStartedCookies(reply, tokens);
    if (idToken.length <= ID_TOKEN_CHARACTERS_MAX) setDirectoryCookie(reply, idToken, tokens.refreshSeconds);
    return signedIn;
  },

  /** POST /auth/sso/confirm: confirm at the directory that the person is still there. */
  confirmBySso: async (deps, _request, person, reply) => {
    refuseOthers(person);
    const { url, secret } = await beginSignIn(deps.sso, person.organization.id, person);
    setSsoCookie(reply, secret);
    return { url };
  },

  /** POST /auth/sso/logout: end the session, and say where the directory ends its own. */
  signOutBySso: async (deps, request, reply) => {
    const cookies = sessionCookies(request);
    const client = clientOf(request, deps);
    const idToken = takeDirectoryCookie(request, reply);
    const secret = [cookies.access, cookies.refresh].filter((one) => one !== null).join('\0');
    clearSessionCookies(reply);
    if (secret === '') return { url: null };
    const presented = { address: client.address, secret };
    const ended = await deps.lookUps.find(presented, () => signOut(deps.pool, cookies, client));
    const organizationId = ended?.directoryOf ?? null;
    return { url: organizationId === null ? null : await logoutAddress(deps.sso, organizationId, idToken) };
  },

  /** GET /sso: the connection of the organization, and its domains. */
  readSso: async (deps, _request, { organization }) => await readState(deps, organization.id),

  /** PUT /sso: make or change the connection. */
  writeSso: async (deps, request, person) => {
    await saveConnection(deps, changerOf(person), request.body as SsoConnectionChange);
    return await readState(deps, person.organization.id);
  },

  /** DELETE /sso: end the connection. */
  deleteSso: async (deps, _request, person, reply) => {
    await deleteConnection(deps, changerOf(person));
    return await reply.code(204).send();
  },

  /** POST /sso/check: ask the directory what it says of itself. */
  trySso: async (deps, _request, person) => await tryConnection(deps.sso, changerOf(person)),

  /** POST /sso/domains: name a domain of the organization's people. */
  addSsoDomain: async (deps, request, person) => {
    await addDomain(deps, changerOf(person), (request.body as SsoDomain).domain);
    return await readState(deps, person.organization.id);
  },

  /** POST /sso/domains/{domain}/verify: look for the record that proves a domain. */
  verifySsoDomain: async (deps, request, person) => {
    await verifyDomain(deps.sso, changerOf(person), domainParameter(request));
    return await readState(deps, person.organization.id);
  },

  /** DELETE /sso/domains/{domain}: give a domain up. */
  removeSsoDomain: async (deps, request, person) => {
    await removeDomain(deps, changerOf(person), domainParameter(request));
    return await readState(deps, person.organization.id);
  },
} satisfies Partial<AppHandlers>;

const domainParameter = (request: FastifyRequest) => (request.params as { domain: string }).domain;

const START_RATE = { name: 'sso-starts', hitsMax: STARTS_PER_ADDRESS_AND_MINUTE, windowSeconds: 60 };

/** Any stranger may have a directory asked, and look for domains. @throws ApiError 429 */
async function countStart(deps: AppRouteDeps, request: FastifyRequest): Promise<void> {
  await hitSharedWindow(deps.pool, START_RATE, limitedAddress(clientOf(request, deps).address));
}
