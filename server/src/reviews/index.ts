/**
 * Owns existing reviews: listing, resolving and expiring them. It refuses to know how a decision becomes a REVIEW, and
 * how people sign in.
 */
export { eraseNote } from './erase-note.ts';
export { expireReviews } from './expire-reviews.ts';
export { listReviews, REVIEW_MARK } from './list-reviews.ts';
export { type Resolution, resolveReview } from './resolve-review.ts';
