// SPDX-License-Identifier: Apache-2.0
/**
 * Owns existing reviews: listing, opening, resolving, passing on and expiring them. It refuses to know how a decision
 * becomes a REVIEW, and how people sign in.
 */
export { countWaitingReviews } from './count-waiting.ts';
export { eraseNote } from './erase-note.ts';
export { escalateReviews } from './escalate-reviews.ts';
export { expireReviews } from './expire-reviews.ts';
export { readGrantOutlook } from './grant-outlook.ts';
export { type InBandReview, readInBandReview } from './in-band.ts';
export { listReviews, reviewMark } from './list-reviews.ts';
export { noteOpened } from './note-opened.ts';
export type { Resolution } from './permitted-review.ts';
export { readGrantProposals } from './propose-grants.ts';
export { checkResolvable, resolveReview } from './resolve-review.ts';
export { approvalOptions } from './signed-approval.ts';
