// SPDX-License-Identifier: Apache-2.0
/** The current organization. News of its changes make it old, and nothing else does: no part asks again as it opens. */
import { readOf } from './reading.ts';

export const organizationQuery = { ...readOf('readOrganization'), staleTime: Number.POSITIVE_INFINITY };
