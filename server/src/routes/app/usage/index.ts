/** GET /usage: the month to date against the plan. */
import type { FastifyInstance } from 'fastify';
import { readUsage } from '../../../tenant/read-organization.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerUsage(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'readUsage', async (_request, { organization }) => {
    return await readUsage(using.pool, organization.id, Date.now());
  });
}
