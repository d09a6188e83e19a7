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
  verifyEntries,
} from './chain.ts';
export { COMMITMENT_SALT_BYTES, commitText } from './commitment.ts';
export {
  type AuditActor,
  type AuditDraft,
  type AuditEntry,
  type AuditSubject,
  canonicalEntry,
  hashEntry,
  type UnhashedEntry,
} from './entry.ts';
