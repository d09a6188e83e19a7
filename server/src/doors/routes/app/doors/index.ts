// SPDX-License-Identifier: Apache-2.0
/** The route of doors. */
import type { DoorUsesQuery } from '@svc/contract';
import { readDoorUses } from '../../../../measures/counts/index.ts';
import type { AppHandlers } from '../register.ts';

export const DOORS_ROUTES = {
  /** GET /doors: when each door was last used. */
  listDoorUses: async ({ pool }, request, { organization }) => {
    const { sandbox } = request.query as DoorUsesQuery;
    return { doors: await readDoorUses(pool, organization.id, sandbox === 'true') };
  },
} satisfies Partial<AppHandlers>;
