// SPDX-License-Identifier: Apache-2.0
/**
 * Owns deciding a chain again in worker threads: of a file for a command, and of an organization for its people. It
 * refuses to know how an entry is decided again, and how a chain is stored.
 */
export { type ChainReplays, createChainReplays } from './replay-chain.ts';
export { openReplaying, ReplayRefused } from './replay-entries.ts';
export { decisionsOf, type Tally, verdictOf } from './tally.ts';
