// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the Merkle tree over the entries of an audit chain (RFC 6962, section 2.1). Each entry has one leaf, whose data
 * are the 32 bytes of the entry's hash. It refuses to know where entries are kept and who signs a root.
 */
export { inclusionPath, inclusionPathOver, isIncluded, subtreesByStart } from './inclusion.ts';
export { leafHashes, rootOver, textsOf } from './nodes.ts';
export { EMPTY_TREE, openTree, type Tree, type TreeState } from './tree.ts';
