// SPDX-License-Identifier: Apache-2.0
/**
 * Owns grants: whether one lets an act through, and which would have answered many reviews. It refuses to know how they
 * are made and ended, and how often one was used.
 */
export { type GrantedActs, isBarredBy } from './barred.ts';
export {
  askedBy,
  counterOfGrant,
  type GrantedAct,
  grantHindrance,
  isNeverGranted,
  matchingGrants,
} from './grant.ts';
export { type GrantBounds, type GrantProposal, proposeGrants, type ReviewedActs } from './propose.ts';
export type { GrantedCall, GrantRule } from './rule.ts';
