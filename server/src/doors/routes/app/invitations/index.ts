// SPDX-License-Identifier: Apache-2.0
/** The routes of invitations. */
import type { InvitationAcceptance, InvitationCreation, InvitationListQuery, InvitationToken } from '@svc/contract';
import {
  acceptInvitation,
  invite,
  inviteAgain,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from '../../../../organization/members/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { bySecret } from '../by-secret.ts';
import { clientOf } from '../client.ts';
import { setStartedCookies } from '../cookies.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, checkRecentSignIn, personIfAny } from '../register.ts';

export const INVITATIONS_ROUTES = {
  /** POST /invitations/accept: become a member, with an account or with a new one. */
  acceptInvitation: async (deps, request, reply) => {
    const by = {
      person: await personIfAny(deps, request),
      client: clientOf(request, deps),
      nowMs: deps.pool.clock.nowMs(),
    };
    const acceptance = request.body as InvitationAcceptance;
    const presented = { address: by.client.address, secret: acceptance.token };
    const { accepted, tokens } = await bySecret(deps, presented, () => acceptInvitation(deps, acceptance, by));
    if (tokens !== null) setStartedCookies(reply, tokens);
    return accepted;
  },

  /** POST /invitations: invite a person. */
  createInvitation: async (deps, request, person, reply) => {
    const { user, organization } = person;
    const invitation = request.body as InvitationCreation;
    // It gives a role that changes things, as a change of a member's role does.
    if (invitation.role !== 'MEMBER') checkRecentSignIn(person, deps.pool.clock.nowMs());
    const changer = { accountId: user.id, organizationId: organization.id };
    return await reply.code(201).send(await invite(deps, changer, invitation));
  },

  /** GET /invitations: the invitations that wait. */
  listInvitations: async ({ pool }, request, { organization }) => {
    const page = pageOf(request.query as InvitationListQuery, UUID_MARK);
    return await listInvitations(pool, organization.id, page);
  },

  /** POST /invitations/open: what an invitation's link is for, before it is accepted. */
  openInvitation: async (deps, request) => {
    const { token } = request.body as InvitationToken;
    const person = await personIfAny(deps, request);
    const { address } = clientOf(request, deps);
    return await bySecret(deps, { address, secret: token }, () => openInvitation(deps.pool, token, person));
  },

  /** POST /invitations/{id}/resend: make another link for an invitation, and send it. */
  resendInvitation: async (deps, request, person) => {
    const { user, organization } = person;
    // The answer holds a link then, perhaps to a role that changes things.
    if (!deps.hasMail) checkRecentSignIn(person, deps.pool.clock.nowMs());
    const changer = { accountId: user.id, organizationId: organization.id };
    return await inviteAgain(deps, changer, uuidParameter(request, 'id'));
  },

  /** DELETE /invitations/{id}: take an invitation back. */
  revokeInvitation: async ({ pool }, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await revokeInvitation(pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;
