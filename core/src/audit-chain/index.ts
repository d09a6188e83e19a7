// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the hash chain of audit entries: their canonical form, linking and verification. It refuses to know where
 * entries are kept, what their metadata mean, and the Merkle tree beside the chain.
 */
export {
  type ChainFault,
  type ChainFaultCode,
  type ChainHead,
  type ChainVerification,
  EMPTY_CHAIN,
  entryFault,
  type LinkedEntries,
  linkEntries,
  linkFault,
  verifyEntries,
} from './chain.ts';
export { COMMITMENT_SALT, COMMITMENT_SALT_BYTES, commitText, newSalt } from './commitment.ts';
export {
  type AuditActor,
  type AuditDraft,
  type AuditEntry,
  type AuditSubject,
  canonicalEntry,
  canonicalRest,
  canonicalStart,
  hashEntry,
  hashText,
  type UnhashedEntry,
  type UnparsedEntry,
} from './entry.ts';
