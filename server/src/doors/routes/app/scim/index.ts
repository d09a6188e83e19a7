// SPDX-License-Identifier: Apache-2.0
/** The routes of provisioning by a directory, for owners. */
import type { ScimTokenCreation } from '@svc/contract';
import { createScimToken, readScim, revokeScimToken } from '../../../../organization/scim/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf } from '../register.ts';

export const SCIM_ROUTES = {
  /** GET /scim: the address for the directory, its tokens, and how many people it names. */
  readScim: async (deps, _request, { organization }) => await readScim(deps, organization.id),

  /** POST /scim/tokens: make a token, which is shown this once. */
  createScimToken: async ({ pool }, request, person, reply) => {
    const created = await createScimToken(pool, changerOf(person), request.body as ScimTokenCreation);
    return await reply.code(201).send(created);
  },

  /** DELETE /scim/tokens/{scimTokenId}: end it at once. */
  revokeScimToken: async ({ pool }, request, person, reply) => {
    await revokeScimToken(pool, changerOf(person), uuidParameter(request, 'scimTokenId'));
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;
