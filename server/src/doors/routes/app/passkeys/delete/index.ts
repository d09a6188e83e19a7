// SPDX-License-Identifier: Apache-2.0
/** DELETE /me/passkeys/{id}: remove a passkey. */
import type { FastifyInstance } from 'fastify';
import { removePasskey } from '../../../../../people/factors/index.ts';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPasskeysDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'removePasskey', async (request, { user }, reply) => {
    const id = uuidParameter(request, 'id');
    const isRemoved = await removePasskey(deps.pool, user.id, id, clientOf(request, deps));
    if (!isRemoved) throw new ApiError('not_found', { message: 'You have no such passkey.' });
    return await reply.code(204).send();
  });
}
