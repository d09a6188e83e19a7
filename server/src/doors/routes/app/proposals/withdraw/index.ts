// SPDX-License-Identifier: Apache-2.0
/** POST /proposals/{id}/withdraw: take back a change of one's own that waits. */
import type { FastifyInstance } from 'fastify';
import { withdrawProposal } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn, roleOf } from '../../register.ts';

export function registerProposalsWithdraw(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'withdrawProposal', async (request, person) => {
    return await withdrawProposal(deps, roleOf(person), uuidParameter(request, 'id'));
  });
}
