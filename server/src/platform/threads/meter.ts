// SPDX-License-Identifier: Apache-2.0
/**
 * The processor's time of one thread, read by another one: Linux tells it in /proc. Elsewhere the time on the clock
 * stands in, which is never less.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** A thread tells its numbers and its processor's time here when a job begins: two of 32 bits, and one of 64. */
export type Meter = SharedArrayBuffer;

const METER_BYTES = 16;
const NS_PER_MS = 1e6;

export function createMeter(): Meter {
  return new SharedArrayBuffer(METER_BYTES);
}

/** Called in the thread at the start of a job. */
export function startMeter(meter: Meter): void {
  try {
    const thread = Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0);
    new Float64Array(meter)[1] = processorMs(thread);
    Atomics.store(new Int32Array(meter), 0, thread);
  } catch {
    // There is no /proc: the number stays 0.
  }
  // It says that the job has begun, so it is told last.
  Atomics.store(new Int32Array(meter), 1, threadId);
}

/** The thread of a job that has begun, by the number that Node gave it; 0 before: the thread still starts. */
export function threadOf(meter: Meter): number {
  return Atomics.load(new Int32Array(meter), 1);
}

/** @returns milliseconds of the processor since the job began; null where that is not known */
export function readMeter(meter: Meter): number | null {
  const thread = Atomics.load(new Int32Array(meter), 0);
  if (thread === 0) return null;
  try {
    return processorMs(thread) - (new Float64Array(meter)[1] ?? 0);
  } catch {
    return null;
  }
}

/** The first number of this file: nanoseconds on a processor. */
function processorMs(thread: number): number {
  return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10) / NS_PER_MS;
}
