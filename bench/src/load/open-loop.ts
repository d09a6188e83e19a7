// SPDX-License-Identifier: Apache-2.0
/**
 * Arrivals at a fixed rate, whatever the answers do. Latency counts from the moment at which a request was due, not
 * from when it was sent. A server that stalls cannot hide the requests that had to wait for it.
 */
import { percentile } from '../statistics.ts';

export interface OpenLoopResult {
  p50Ms: number;
  p99Ms: number;
}

/** @param send sends one request; rejects on any wrong answer */
export async function openLoop(perSecond: number, seconds: number, send: () => Promise<void>): Promise<OpenLoopResult> {
  const count = Math.round(perSecond * seconds);
  const latenciesMs: number[] = [];
  const pending: Promise<void>[] = [];
  const startMs = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (pending.length < count) {
        const dueMs = startMs + (pending.length * 1_000) / perSecond;
        if (performance.now() < dueMs) return;
        pending.push(
          send().then(() => {
            latenciesMs.push(performance.now() - dueMs);
          }),
        );
      }
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(pending);
  return { p50Ms: percentile(latenciesMs, 50), p99Ms: percentile(latenciesMs, 99) };
}
