// SPDX-License-Identifier: Apache-2.0
/** The routes of passkeys. */

import type { PageQuery, PasskeyCreation, PasskeySignIn, SigningKeyCreation } from '@svc/contract';
import { createPasskey, firstOrganization, removePasskey } from '../../../../organization/own-account/index.ts';
import { listPasskeys, passkeyOptions, passkeySignInOptions } from '../../../../people/factors/index.ts';
import { signInByPasskey } from '../../../../people/sessions/index.ts';
import { addSigningKey, listSigningKeys, removeSigningKey } from '../../../../people/signing-keys/index.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { bySecret } from '../by-secret.ts';
import { clientOf } from '../client.ts';
import { setStartedCookies } from '../cookies.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf } from '../register.ts';

export const PASSKEYS_ROUTES = {
  /** POST /me/passkeys/options: begin to add a passkey. */
  passkeyOptions: async (deps, _request, { user }) => {
    return await passkeyOptions(deps, user);
  },

  /** POST /auth/passkey/options: begin to sign in by a passkey. */
  passkeySignInOptions: async (deps, request) => {
    return await passkeySignInOptions(deps, clientOf(request, deps));
  },

  /** POST /me/passkeys: add a passkey. */
  addPasskey: async (deps, request, { user }, reply) => {
    const made = await createPasskey(deps, user.id, request.body as PasskeyCreation, clientOf(request, deps));
    return await reply.code(201).send(made);
  },

  /** DELETE /me/passkeys/{id}: remove a passkey. */
  removePasskey: async (deps, request, { user }, reply) => {
    const id = uuidParameter(request, 'id');
    const isRemoved = await removePasskey(deps.pool, user.id, id, clientOf(request, deps));
    if (!isRemoved) throw new ApiError('not_found', { message: 'You have no such passkey.' });
    return await reply.code(204).send();
  },

  /** GET /me/passkeys: the passkeys of the person. */
  listPasskeys: async ({ pool }, request, { user }) => {
    return await listPasskeys(pool, user.id, pageOf(request.query as PageQuery, UUID_MARK));
  },

  /** GET /me/signing-keys: the passkeys of the person that sign approvals in the organization. */
  listSigningKeys: async ({ pool }, request, person) => {
    return await listSigningKeys(pool, changerOf(person), pageOf(request.query as PageQuery, UUID_MARK));
  },

  /** POST /me/signing-keys: let a passkey sign approvals in the organization. */
  addSigningKey: async ({ pool }, request, person, reply) => {
    const { passkeyId } = request.body as SigningKeyCreation;
    return await reply.code(201).send(await addSigningKey(pool, changerOf(person), passkeyId.toLowerCase()));
  },

  /** DELETE /me/signing-keys/{id}: end that. */
  removeSigningKey: async ({ pool }, request, person, reply) => {
    await removeSigningKey(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** POST /auth/passkey: sign in by a passkey alone. */
  signInByPasskey: async (deps, request, reply) => {
    const { response: answer, organizationName } = request.body as PasskeySignIn;
    const client = clientOf(request, deps);
    const nowMs = deps.pool.clock.nowMs();
    const makeOrganization = firstOrganization(organizationName, { plan: deps.planDefault, nowMs });
    // An id is no secret: strangers who know one use up their own tries.
    const presented = { address: client.address, secret: `${client.address}\0${answer.id}` };
    const { signedIn, tokens } = await bySecret(deps, presented, () =>
      signInByPasskey(deps, { answer, client, nowMs, makeOrganization }),
    );
    setStartedCookies(reply, tokens);
    return signedIn;
  },
} satisfies Partial<AppHandlers>;
