// SPDX-License-Identifier: Apache-2.0
/** The roles, the mightiest first. */
import type { Role } from '@svc/contract';

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies readonly Role[];
