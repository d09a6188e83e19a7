import type { Billing } from '@svc/contract';

/** One of the plans there are. */
export type Plan = Billing['plans'][number];
