/** GET /me: the signed-in person and the current organization. */
import type { Me } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { membershipsOf } from '../../../accounts/index.ts';
import type { AppRouteDeps } from '../deps.ts';
import { registerSignedIn } from '../register.ts';

export function registerMe(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readMe', async (_request, { user, organization }): Promise<Me> => {
    return { user, organization, memberships: await membershipsOf(deps.pool, user.id) };
  });
}
