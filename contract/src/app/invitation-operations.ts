// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for invitations. */
import {
  AcceptedInvitationSchema,
  InvitationAcceptanceSchema,
  InvitationCreationSchema,
  InvitationListQuerySchema,
  InvitationListSchema,
  InvitationSentSchema,
  InvitationTokenSchema,
  OpenInvitationSchema,
} from './invitations.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const INVITATION_OPERATIONS = {
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    who: EVERY_MEMBER,
    query: InvitationListQuerySchema,
    body: null,
    success: { status: 200, body: InvitationListSchema },
  },
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: InvitationCreationSchema,
    success: { status: 201, body: InvitationSentSchema },
  },
  resendInvitation: {
    method: 'POST',
    path: '/invitations/{id}/resend',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: InvitationSentSchema },
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/invitations/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  // The token goes in the body, so that it stands in no log of addresses.
  openInvitation: {
    method: 'POST',
    path: '/invitations/open',
    who: 'anybody',
    query: null,
    body: InvitationTokenSchema,
    success: { status: 200, body: OpenInvitationSchema },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    who: 'anybody',
    query: null,
    body: InvitationAcceptanceSchema,
    success: { status: 200, body: AcceptedInvitationSchema },
  },
} as const satisfies Record<string, AppOperation>;
