// SPDX-License-Identifier: Apache-2.0
/** The routes of unconfirmed access. */
import type { AccessAnswer } from '@svc/contract';
import { answerAccess, readUnconfirmedAccess } from '../../../../lifecycle/unconfirmed-access/index.ts';
import { type AppHandlers, entrantOf } from '../register.ts';

export const UNCONFIRMED_ACCESS_ROUTES = {
  /** POST /me/unconfirmed-access: keep or end it. */
  answerUnconfirmedAccess: async (deps, request, person, reply) => {
    await answerAccess(deps, entrantOf(person), request.body as AccessAnswer);
    return await reply.code(204).send();
  },

  /** GET /me/unconfirmed-access: what another person may have made, and waits for an answer. */
  readUnconfirmedAccess: async ({ pool }, _request, person) => {
    return await readUnconfirmedAccess(pool, entrantOf(person));
  },
} satisfies Partial<AppHandlers>;
