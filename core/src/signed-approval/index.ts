// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what a person signs when they approve an act, and how anyone checks it from the audit chain alone. It refuses to
 * know how passkeys are kept, and who may approve.
 */
export { checkSignatures, type SignatureCheck, type SignatureCounts } from './in-chain.ts';
export { type ApprovalSignature, ORIGIN, signatureFault } from './signature.ts';
export { type ApprovalStatement, approvalStatement, challengeOf } from './statement.ts';
