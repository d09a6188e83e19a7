// SPDX-License-Identifier: Apache-2.0
/**
 * Owns how work waits in an outbox. A row is due at a time. A claim counts the attempt and moves the due time past the
 * lapse, so that the claim of a dead process lapses by itself. A failed attempt is due again after the back-off. It
 * refuses to know what the work is: each outbox states its table, its delays and the time-out of an attempt.
 */
export { attemptsMax, type BackOff, delayMsMax, lapseMs, nextDelayMs, UNCONFIRMED_AGAIN_MS } from './back-off.ts';
export { claimsOf } from './claim.ts';
export { CLAIMED_AT, claimByLaneSql, claimSql, dueIn, type Outbox } from './claim-sql.ts';
export { retryAfterMs } from './retry-after.ts';
export { type DueLane, NO_ORGANIZATION, sendDue } from './send-due.ts';
export { workWaits } from './work-waits.ts';
