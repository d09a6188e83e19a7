// SPDX-License-Identifier: Apache-2.0

import type { Billing } from '@svc/contract';

/** One of the plans there are. */
export type Plan = Billing['plans'][number];
