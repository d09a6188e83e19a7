// SPDX-License-Identifier: Apache-2.0
/** The routes of authorizations. */
import type { AuthorizationApproval } from '@svc/contract';
import { approveAuthorization, denyAuthorization, readAuthorization } from '../../../../organization/oauth/index.ts';
import { type AppHandlers, entrantOf } from '../register.ts';
import { carriedBy } from './carried.ts';

export const AUTHORIZATIONS_ROUTES = {
  /** POST /authorizations/{requestId}/approve: the person connects the app to one organization. */
  approveAuthorization: async ({ authorizationServer, pool }, request, person, reply) => {
    const approval = request.body as AuthorizationApproval;
    const carried = carriedBy(request, reply);
    return { continueAt: await approveAuthorization(authorizationServer, pool, entrantOf(person), carried, approval) };
  },

  /** POST /authorizations/{requestId}/deny: the person does not connect the app, which is told so. */
  denyAuthorization: async ({ authorizationServer }, request, _person, reply) => {
    return { continueAt: await denyAuthorization(authorizationServer, carriedBy(request, reply)) };
  },

  /** GET /authorizations/{requestId}: what an app asks for, and what the person can answer. */
  readAuthorization: async ({ authorizationServer, pool }, request, person, reply) => {
    const asked = { ...entrantOf(person), email: person.user.email };
    return await readAuthorization(authorizationServer, pool, asked, carriedBy(request, reply));
  },
} satisfies Partial<AppHandlers>;
