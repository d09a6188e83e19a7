// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the head row of each organization: locking it in id order, its generation, the end of its audit chain and the
 * month's count. It also owns the entries linked to it, and tells the causes of notices among them. It remembers the
 * longest chains, and finds out when the database lost some. It refuses to know the meaning of entries.
 */
export { advanceHead, appendEntries } from './advance-heads.ts';
export { ENTRY_COLUMNS, entryArrays, restoreAuditEntries } from './audit-entries.ts';
export { type Change, type ChangeOrigin, changeOrganization, entriesOf } from './change-organization.ts';
export { selectGeneration } from './generation.ts';
export { insertHead } from './insert-head.ts';
export {
  type ChainedHead,
  type HeadRow,
  lockHead,
  lockHeadRow,
  lockHeads,
} from './lock-heads.ts';
export {
  hashesAt,
  LongestChains,
  type LostChain,
} from './longest-chains.ts';
