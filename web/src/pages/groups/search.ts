// SPDX-License-Identifier: Apache-2.0

import { listSearchOf } from '../../list/address.ts';

export const groupsSearchOf = listSearchOf<'listGroups'>;
