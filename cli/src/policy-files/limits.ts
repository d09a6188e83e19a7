// SPDX-License-Identifier: Apache-2.0
/** Bounds of a folder of policy files, each with its unit. */

export const FILES_MAX = 10_000;
export const FOLDER_ENTRIES_MAX = 100_000;
export const FOLDER_LEVELS_MAX = 32;
/** The size of one file: the bound of the reader of documents. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024;
/** The length of the readable part of a file's name. */
export const FILE_NAME_CHARACTERS_MAX = 80;
