// SPDX-License-Identifier: Apache-2.0
/**
 * Owns pools of worker threads for long computations. Jobs wait in a bounded line, in which owners rotate. Their time
 * is bounded, and threads are warm before the first job. It refuses to know the computations, and to keep anything.
 * Commands have threads that keep what they were told, and answer in order.
 */
export { type OrderedThreads, openOrderedThreads } from './ordered-threads.ts';
export { createThreads, type Threads, type ThreadsOptions, ThreadsRefused } from './threads.ts';
