// SPDX-License-Identifier: Apache-2.0
/**
 * Owns grants: their rows, and those that decisions read. It refuses to know reviews, in whose approval they are made.
 */
export { selectLiveGrants } from './live-grants.ts';
