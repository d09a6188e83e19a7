// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for changes that wait for a second person. */
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import { ProposalListQuerySchema, ProposalListSchema, ProposalSchema } from './proposals.ts';

export const PROPOSAL_OPERATIONS = {
  listProposals: {
    method: 'GET',
    path: '/proposals',
    who: EVERY_MEMBER,
    query: ProposalListQuerySchema,
    body: null,
    success: { status: 200, body: ProposalListSchema },
  },
  readProposal: {
    method: 'GET',
    path: '/proposals/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: ProposalSchema },
  },
  acceptProposal: {
    method: 'POST',
    path: '/proposals/{id}/accept',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 200, body: ProposalSchema },
  },
  declineProposal: {
    method: 'POST',
    path: '/proposals/{id}/decline',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: ProposalSchema },
  },
  withdrawProposal: {
    method: 'POST',
    path: '/proposals/{id}/withdraw',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: ProposalSchema },
  },
} as const satisfies Record<string, AppOperation>;
