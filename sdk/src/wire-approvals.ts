// SPDX-License-Identifier: Apache-2.0
/** How a review is approved, as it goes over the wire. */

/** How a REVIEW is approved. */
export interface Approvals {
  /** People who have to approve, 1 to 5. */
  count?: number;
  /** The person who asked for the act does not count. Left out: true where `count` is above 1. */
  notAsker?: boolean;
  /** Each approval is signed by a passkey of its person, in the app. */
  signed?: boolean;
  /** The act can be redeemed so long after the last approval, where that is the shorter time. */
  validMinutes?: number;
  /** An approver may let the same act through for a time. */
  grants?: boolean;
}

export interface ReviewApprovals {
  /** People who have to approve. */
  needed: number;
  /** Approvals that count now. */
  given: number;
  /** Roles that may give the rest; empty once the review has ended. */
  stillFrom: ('OWNER' | 'ADMIN' | 'MEMBER')[];
  /** Groups whose members may give the rest; absent without any. */
  stillFromGroups?: string[];
}
