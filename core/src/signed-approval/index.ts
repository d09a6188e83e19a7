// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what a person signs when they approve an act, and how its signature is checked. It refuses to know how passkeys
 * are kept, who may approve, and what else stands in the chain.
 */
export { type ApprovalSignature, isSignature, keyThumbprint, ORIGIN, signatureFault } from './signature.ts';
export { type ApprovalStatement, approvalStatement, challengeOf } from './statement.ts';
