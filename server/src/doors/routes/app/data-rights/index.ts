// SPDX-License-Identifier: Apache-2.0
/** The routes of data rights. */
import type { AppHandlers } from '../register.ts';

export const DATA_RIGHTS_ROUTES = {
  /** GET /me/data-rights: what the person may export and delete. */
  readDataRights: async (_deps, _request, person) => {
    const { isDemo, organization } = person;
    // A visitor of the demo has no account to take along or to end.
    return { export: !isDemo, deleteAccount: !isDemo, deleteOrganization: !isDemo && organization.role === 'OWNER' };
  },
} satisfies Partial<AppHandlers>;
