// SPDX-License-Identifier: Apache-2.0
/** The service's own sentences are English. */
export const words: Readonly<Record<string, string>> = {};
