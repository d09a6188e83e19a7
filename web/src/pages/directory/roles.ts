// SPDX-License-Identifier: Apache-2.0
import type { Role } from '@svc/contract';

export const ROLES_BY_RANK: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];
