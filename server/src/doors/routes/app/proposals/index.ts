// SPDX-License-Identifier: Apache-2.0
/** The routes of proposals. */

import type { ProposalListQuery } from '@svc/contract';
import { makeHeldFile } from '../../../../lifecycle/provisioning/index.ts';
import {
  acceptProposal,
  declineProposal,
  listProposals,
  readProposal,
  withdrawProposal,
} from '../../../../rules/proposals/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, readerOf, roleOf } from '../register.ts';

export const PROPOSALS_ROUTES = {
  /** POST /proposals/{id}/accept: make a change that waits, as its second person. */
  acceptProposal: async (deps, request, person) => {
    return await acceptProposal({ ...deps, makeFile: makeHeldFile }, roleOf(person), uuidParameter(request, 'id'));
  },

  /** POST /proposals/{id}/decline: refuse a change that waits, as its second person. */
  declineProposal: async (deps, request, person) => {
    return await declineProposal(deps, roleOf(person), uuidParameter(request, 'id'));
  },

  /** GET /proposals: list the changes that wait for a second person, or waited. */
  listProposals: async (deps, request, person) => {
    const query = request.query as ProposalListQuery;
    const { reads } = deps;
    return await reads.run(readerOf(person), 'list', () => listProposals(reads.pool, roleOf(person), query));
  },

  /** GET /proposals/{id}: a change that waits for a second person, or waited. */
  readProposal: async ({ pool }, request, person) => {
    return await readProposal(pool, roleOf(person), uuidParameter(request, 'id'));
  },

  /** POST /proposals/{id}/withdraw: take back a change of one's own that waits. */
  withdrawProposal: async (deps, request, person) => {
    return await withdrawProposal(deps, roleOf(person), uuidParameter(request, 'id'));
  },
} satisfies Partial<AppHandlers>;
