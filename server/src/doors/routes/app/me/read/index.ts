// SPDX-License-Identifier: Apache-2.0
/** GET /me: the signed-in person and the current organization. */
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { meOf } from '../me-of.ts';

export function registerMeRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readMe', async (_request, person) => await meOf(deps, person));
}
