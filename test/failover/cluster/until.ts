// SPDX-License-Identifier: Apache-2.0
import { setTimeout as delay } from 'node:timers/promises';
import { POLL_MS } from './limits.ts';

/** Asks again until the answer is yes. A question that fails is asked again too. @throws Error with the last failure */
export async function until(what: string, withinMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    let cause: unknown;
    try {
      if (await isSo()) return;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${withinMs} ms`, { cause });
    await delay(POLL_MS);
  }
}
