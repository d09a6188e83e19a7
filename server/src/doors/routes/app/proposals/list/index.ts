// SPDX-License-Identifier: Apache-2.0
/** GET /proposals: list the changes that wait for a second person, or waited. */
import type { ProposalListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listProposals } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn, roleOf } from '../../register.ts';

export function registerProposalsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listProposals', async (request, person) => {
    const query = request.query as ProposalListQuery;
    const { reads } = deps;
    return await reads.run(readerOf(person), 'list', () => listProposals(reads.pool, roleOf(person), query));
  });
}
