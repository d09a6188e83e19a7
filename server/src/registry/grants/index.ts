// SPDX-License-Identifier: Apache-2.0
/**
 * Owns grants: their rows, and those that decisions read. It refuses to know reviews, in whose approval they are made.
 */
export { endGrant, endGrantsRunOut } from './end-grant.ts';
export { GRANT_MARK, listGrants, readGrant } from './list-grants.ts';
export { selectLiveGrants } from './live-grants.ts';
export { checkGrantRoom, countLiveGrants, insertGrant, type NewGrant } from './new-grant.ts';
