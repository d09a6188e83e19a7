// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what the entries of one act say together. It has as many approvals as were asked for, each signed where that was
 * asked. It is redeemed once, and only if it was allowed. Refuses to know who may approve.
 */
export { type ActCheck, type ActCounts, type ActFault, type ActFaultCode, checkActs } from './acts.ts';
export type { SignatureCounts } from './signatures.ts';
