// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for grants. They are made by approving a review. */
import {
  GrantEndSchema,
  GrantListQuerySchema,
  GrantListSchema,
  GrantOutlookSchema,
  GrantProposalsSchema,
  GrantSchema,
} from './grants.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const GRANT_OPERATIONS = {
  listGrants: {
    method: 'GET',
    path: '/grants',
    who: EVERY_MEMBER,
    query: GrantListQuerySchema,
    body: null,
    success: { status: 200, body: GrantListSchema },
  },
  readGrantProposals: {
    method: 'GET',
    path: '/grants/proposals',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: GrantProposalsSchema },
  },
  readGrant: {
    method: 'GET',
    path: '/grants/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: GrantSchema },
  },
  // A MEMBER ends those that they made.
  endGrant: {
    method: 'DELETE',
    path: '/grants/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: GrantEndSchema,
    success: { status: 204, body: null },
  },
  eraseGrantNotes: {
    method: 'POST',
    path: '/grants/{id}/erase-notes',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  readGrantOutlook: {
    method: 'GET',
    path: '/reviews/{eventId}/grant',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: GrantOutlookSchema },
  },
} as const satisfies Record<string, AppOperation>;
