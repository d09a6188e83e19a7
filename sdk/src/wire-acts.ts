// SPDX-License-Identifier: Apache-2.0
/** The data of allowed acts, which are redeemed once and report back. A test holds these types to the contract. */

/** Words of an agent about its act, for people. No rule reads them. */
export interface EventContext {
  /** Why, in one line of at most 500 characters. */
  purpose?: string;
  /** Who or what gets it, at most 200 characters. */
  destinationName?: string;
  /** The id of the conversation or run: 1 to 128 of `[A-Za-z0-9._:-]`. */
  session?: string;
  /** An https address that tells more, at most 2,000 characters. It is never fetched. */
  link?: string;
}

/** Whether an allowed act can be run. */
export interface Redemption {
  status: 'OPEN' | 'REDEEMED' | 'LAPSED';
  /** RFC 3339. */
  redeemableUntil: string;
  redeemedAt: string | null;
}

/** UNKNOWN: it may have been done, and must not be done again. */
export type OutcomeStatus = 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';

export interface Outcome {
  status: OutcomeStatus;
  recordsAffected: number | null;
  code: string | null;
  source: 'REPORTED' | 'GATEWAY';
  reportedAt: string;
  /** When an UNKNOWN became known. */
  amendedAt: string | null;
  /** More records than the decision was asked for. */
  exceedsStated: boolean;
}

export interface OutcomeReport {
  status: OutcomeStatus;
  /** 0 to 100,000,000: how many were in fact affected. */
  recordsAffected?: number;
  /** A code of your own, such as `http.503`: `^[a-z0-9][a-z0-9_.-]{0,63}$`, and no text. */
  code?: string;
}
