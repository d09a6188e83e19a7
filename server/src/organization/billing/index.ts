// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the plan of an organization as people change it: free of charge, or through the payment processor with its
 * customers, subscriptions and events. It refuses to know what a plan's limits do.
 */
export { cancelSubscriptions } from './cancel.ts';
export { changePlan } from './change-plan.ts';
export { openPortal, startCheckout } from './checkout.ts';
export type { BillingDeps } from './deps.ts';
export { endGraces } from './end-grace.ts';
export { handleEvent } from './events.ts';
export { EVENT_BYTES_MAX } from './limits.ts';
export { openProcessor } from './processor.ts';
export { changeModeOf, readBilling } from './read-billing.ts';
export { noteEndedCustomer } from './rows.ts';
export { writePlan } from './write-plan.ts';
