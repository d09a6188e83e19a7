// SPDX-License-Identifier: Apache-2.0
/** Bounds of reading lists, each with its unit. Those that callers notice stand in the contract. */

/** One step of a search: rows that one statement looks at. */
export const SEARCH_STEP_ROWS = 10_000;
/** After this time a search begins no further step, and answers how far it came. */
export const SEARCH_WITHIN_MS = 1_000;
/** Lists without a filter take milliseconds; a page of the app asks for several at once. */
export const LISTS_AT_ONCE_PER_PERSON = 4;
export const LISTS_WAITING_PER_PERSON = 20;
export const LISTS_AT_ONCE_PER_ORGANIZATION = 6;
/** Exports and checks of a person that wait for the ones under way. */
export const EXPORTS_WAITING_PER_PERSON = 20;
/** The wait that a refused caller is told. */
export const RETRY_AFTER_SECONDS = 1;
