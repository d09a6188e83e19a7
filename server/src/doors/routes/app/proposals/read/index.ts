// SPDX-License-Identifier: Apache-2.0
/** GET /proposals/{id}: a change that waits for a second person, or waited. */
import type { FastifyInstance } from 'fastify';
import { readProposal } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn, roleOf } from '../../register.ts';

export function registerProposalsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readProposal', async (request, person) => {
    return await readProposal(deps.pool, roleOf(person), uuidParameter(request, 'id'));
  });
}
