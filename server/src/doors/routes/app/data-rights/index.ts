// SPDX-License-Identifier: Apache-2.0
/** The routes of data rights. */
import type { AppHandlers } from '../register.ts';

export const DATA_RIGHTS_ROUTES = {
  /** GET /me/data-rights: what the person may export and delete. */
  readDataRights: async (_deps, _request, person) => {
    const { isDemo, isDirectory, organization } = person;
    // A visitor of the demo has no account to take along or to end.
    // An act that asks for the password needs a session that came by it.
    const isOwn = !isDemo && !isDirectory;
    return { export: isOwn, deleteAccount: isOwn, deleteOrganization: isOwn && organization.role === 'OWNER' };
  },
} satisfies Partial<AppHandlers>;
