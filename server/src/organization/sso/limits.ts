// SPDX-License-Identifier: Apache-2.0
/** Bounds of sign-ins by directories. */

/** The time of one call to a directory. A sign-in makes three at most: discovery, token, keys. */
export const DIRECTORY_TIMEOUT_MS = 8_000;
export const DIRECTORY_ANSWER_BYTES_MAX = 262_144;
/** The metadata of so many directories is kept so long. */
export const DIRECTORY_KEPT_MS = 600_000;
export const DIRECTORIES_KEPT_MAX = 200;
/** Between two reads of the keys of a directory, for logout tokens. */
export const KEYS_READ_EVERY_MS = 60_000;
export const CLOCK_TOLERANCE_SECONDS = 60;
export const LOGOUT_TOKEN_CHARACTERS_MAX = 16_384;
/** A directory has so long to deliver a logout token, and a token that says more is refused. */
export const LOGOUT_TOKEN_SECONDS = 600;
/** An ID token that is longer is not kept for the sign-out: the directory asks its person then. */
export const ID_TOKEN_CHARACTERS_MAX = 3_500;
/** Values of the claim of groups that are read. */
export const GROUPS_MAX = 1_000;
export const STARTS_PER_ADDRESS_AND_MINUTE = 300;
export const LOGOUTS_PER_ADDRESS_AND_MINUTE = 120;
