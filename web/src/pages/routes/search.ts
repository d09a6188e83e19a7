// SPDX-License-Identifier: Apache-2.0

import { listSearchOf } from '../../list/address.ts';

export const httpRoutesSearchOf = listSearchOf<'listHttpRoutes'>;
export const mcpRoutesSearchOf = listSearchOf<'listMcpRoutes'>;
