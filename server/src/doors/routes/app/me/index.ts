// SPDX-License-Identifier: Apache-2.0
/** The routes of me. */

import type { MeChange } from '@svc/contract';
import { updateMe } from '../../../../organization/own-account/index.ts';
import { clientOf } from '../client.ts';
import type { AppHandlers } from '../register.ts';
import { meOf } from './me-of.ts';

export const ME_ROUTES = {
  /** GET /me: the signed-in person and the current organization. */
  readMe: async (deps, _request, person) => await meOf(deps, person),

  /** PATCH /me: the name and the language of the signed-in person. */
  updateMe: async (deps, request, person) => {
    await updateMe(deps.pool, person, request.body as MeChange, clientOf(request, deps));
    return await meOf(deps, person);
  },
} satisfies Partial<AppHandlers>;
