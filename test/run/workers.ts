// SPDX-License-Identifier: Apache-2.0
/** How many test files run at a time: a file waits for timers and processes as long as it computes. */
import { availableParallelism, totalmem } from 'node:os';

const FILES_PER_CORE = 1.5;
/** A worker with a service, its share of PostgreSQL, and a browser or a child process. */
const WORKER_BYTES = 1.25 * 1024 ** 3;
/** Beyond it the longest file decides how long a run takes, and PostgreSQL's connections would run out. */
const WORKERS_MAX = 12;

export function workersOf(cores: number, memoryBytes: number): number {
  const byCores = Math.ceil(cores * FILES_PER_CORE);
  const byMemory = Math.floor(memoryBytes / WORKER_BYTES);
  return Math.max(1, Math.min(byCores, byMemory, WORKERS_MAX));
}

export const WORKERS = workersOf(availableParallelism(), totalmem());

/** A file that waits for nothing takes a core for itself: one more beside it makes both slower. */
export const COMPUTING_WORKERS = Math.min(WORKERS, availableParallelism());
