// SPDX-License-Identifier: Apache-2.0
/** Bounds of the vault, each with its unit. */

export const KEY_BYTES = 32;
export const KEYS_MAX = 16;
export const SECRET_BYTES_MAX = 65_536;
/** Purposes are constants of the program; more of them mean that data is passed as one. */
export const PURPOSES_MAX = 64;
