// SPDX-License-Identifier: Apache-2.0
/** POST /proposals/{id}/decline: refuse a change that waits, as its second person. */
import type { FastifyInstance } from 'fastify';
import { declineProposal } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn, roleOf } from '../../register.ts';

export function registerProposalsDecline(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'declineProposal', async (request, person) => {
    return await declineProposal(deps, roleOf(person), uuidParameter(request, 'id'));
  });
}
