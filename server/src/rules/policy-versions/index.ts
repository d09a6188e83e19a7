// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the versions of a set of policies: who changed what and why, and the set as it was. It refuses to know how a
 * version is made.
 */
export { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow, changedByOf } from './changed-by.ts';
export { commitmentOf, erasePolicyNote, noteOf, type PolicyNote } from './notes.ts';
export { SET_AT_VERSION, setAtVersion } from './set-at-version.ts';
export { listPolicyVersions, noSuchVersion, POLICY_VERSION_MARK, readPolicyVersion, selectSetAt } from './versions.ts';
