// SPDX-License-Identifier: Apache-2.0
/** Bounds of a file that a person writes, each with its unit. */

export const FILE_BYTES_MAX = 10 * 1024 * 1024;
/** A condition may nest 32 levels of two nodes each, well below the root. */
export const NODE_LEVELS_MAX = 128;
/** Uses of `*name`, counted each time one is followed: a few that name one another could grow without end. */
export const ALIAS_USES_MAX = 100;
export const NODES_MAX = 4_000_000;
