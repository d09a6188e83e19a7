// SPDX-License-Identifier: Apache-2.0
/** POST /proposals/{id}/accept: make a change that waits, as its second person. */
import type { FastifyInstance } from 'fastify';
import { makeHeldFile } from '../../../../../lifecycle/provisioning/index.ts';
import { acceptProposal } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn, roleOf } from '../../register.ts';

export function registerProposalsAccept(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'acceptProposal', async (request, person) => {
    return await acceptProposal({ ...deps, makeFile: makeHeldFile }, roleOf(person), uuidParameter(request, 'id'));
  });
}
