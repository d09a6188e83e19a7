// SPDX-License-Identifier: Apache-2.0
/** GET /me/passkeys: the passkeys of the person. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listPasskeys } from '../../../../../people/factors/index.ts';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPasskeysList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listPasskeys', async (request, { user }) => {
    return await listPasskeys(deps.pool, user.id, pageOf(request.query as PageQuery, UUID_MARK));
  });
}
