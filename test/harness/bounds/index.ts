// SPDX-License-Identifier: Apache-2.0
/**
 * The bounds of bytes and of counted work that tests hold, each with its reason. A ratio stands for itself. Any other
 * is a tenth more than today's value: a word or a page moves none of them, and a library does.
 */

/** Scripts and styles, by brotli, before the list of reviews stands: a person on a phone waits for all of them. */
export const FIRST_PAGE_BYTES_MAX = 145_600;
/** The whole page with the first review open beside the list, as on wide screens, and the overlays after it. */
export const PAGE_WITH_REVIEW_BYTES_MAX = 321_400;
/** The sign-in has the library of forms, which the first page does without. */
export const SIGN_IN_BYTES_MAX = 147_600;
/** Two families of letters, cut to the two languages. */
export const FONTS_BYTES_MAX = 97_500;
/** Each file costs a request and its answer; the parts of lists alone would be fifty. */
export const FILES_OF_PAGE_MAX = 28;

/** The client library without its adapters, by gzip, as its README promises. */
export const CLIENT_LIBRARY_BYTES_MAX = 25_000;

/** The exponent by which a scan's work grows with its text. A quadratic detector's is 2; lists grow by steps. */
export const SCAN_GROWTH_EXPONENT_MAX = 1.1;
/** Steps of a scan for each character of the dearest text: a detector that looks further for each one is seen. */
export const SCAN_STEPS_PER_CHARACTER_MAX = 42;

/**
 * The growth of steps for each byte when the bytes of policies double: 2 for work of the square. Whole members round
 * lengths, and a busy V8 counts some blocks twice, which came to 1.39.
 */
export const POLICY_GROWTH_MAX = 1.5;
/** Steps of checking and compiling for each byte of the dearest policies of a request. */
export const COMPILING_STEPS_PER_BYTE_MAX = 6.1;
/** Steps of the dearest event for each byte of its policies: reading every condition once takes about as many. */
export const DECIDING_STEPS_PER_BYTE_MAX = 2;
/** Steps of an event that nothing matches: a tenth of reading the 5,000 policies of a full set one by one. */
export const LOOK_UP_STEPS_MAX = 500;

/** Long policies that one turn of the event loop reads: it ends by its time, and one more may be begun. */
export const LONG_POLICIES_IN_ONE_TURN_MAX = 6;
/** A slice of audit entries ends with the entry that makes it longer than 262,144 characters. */
export const AUDIT_SLICE_BYTES_MAX = 500_000;
/** A piece of a long answer about audit entries: the length at which it is sent, and the entry that exceeds it. */
export const AUDIT_PIECE_BYTES_MAX = 1_500_000;
/** Rows beside those of a search: neighbours of a moment whose numbers are asked for, and what is joined to a page. */
export const ROWS_BESIDE_SEARCH_MAX = 6_000;

/** One bound of time for all waits, which ends what hangs. */
export { PATIENTLY } from '../../run/time-outs.ts';
