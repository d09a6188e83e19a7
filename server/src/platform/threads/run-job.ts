// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: what every job does before its computation. */
import { setPriority } from 'node:os';
import { type Meter, startMeter } from './meter.ts';

/** A job on its way to a thread. */
export interface Task<Job> {
  job: Job;
  meter: Meter;
}

const THREAD_ITSELF = 0;
/** A tenth of the share of others. At the lowest priority a busy machine starved jobs until their time was up. */
const BACKGROUND = 10;

/** Long computations yield to small requests. On Linux the priority is the thread's own; elsewhere it is not. */
if (process.platform === 'linux') setPriority(THREAD_ITSELF, BACKGROUND);

export function runJob<Job, Result>({ job, meter }: Task<Job>, compute: (job: Job) => Result): Result {
  startMeter(meter);
  return compute(job);
}
