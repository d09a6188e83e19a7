/** GET /me: the signed-in person and the current organization. */
import type { FastifyInstance } from 'fastify';
import { readMe } from '../../../../people/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMeRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readMe', async (_request, person) => await readMe(deps.pool, person));
}
