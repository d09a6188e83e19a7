// SPDX-License-Identifier: Apache-2.0
/** The routes of unconfirmed access. */
import type { AccessAnswer } from '@svc/contract';
import { answerAccess, readUnconfirmedAccess } from '../../../../lifecycle/unconfirmed-access/index.ts';
import type { AppHandlers } from '../register.ts';

export const UNCONFIRMED_ACCESS_ROUTES = {
  /** POST /me/unconfirmed-access: keep or end it. */
  answerUnconfirmedAccess: async (deps, request, { user }, reply) => {
    await answerAccess(deps, user.id, request.body as AccessAnswer);
    return await reply.code(204).send();
  },

  /** GET /me/unconfirmed-access: what another person may have made, and waits for an answer. */
  readUnconfirmedAccess: async ({ pool }, _request, { user }) => {
    return await readUnconfirmedAccess(pool, user.id);
  },
} satisfies Partial<AppHandlers>;
