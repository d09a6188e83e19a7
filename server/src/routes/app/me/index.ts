/** GET /me: who is signed in, and where. */
import type { Me } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { membershipsOf } from '../../../accounts/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerMe(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'readMe', async (_request, { user, organization }): Promise<Me> => {
    return { user, organization, memberships: await membershipsOf(using.pool, user.id) };
  });
}
