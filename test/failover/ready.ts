// SPDX-License-Identifier: Apache-2.0
/** Follows `/ready` of both processes, as a balancer does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Addresses } from './callers.ts';
import { READY_EVERY_MS, READY_WITHIN_MS } from './limits.ts';

export interface Look {
  process: number;
  sentAtMs: number;
  /** Null where no answer came. */
  status: number | null;
}

export interface ReadyWatch {
  looks: readonly Look[];
  stop(): Promise<void>;
}

export function watchReady(addresses: Addresses): ReadyWatch {
  let isRunning = true;
  const looks: Look[] = [];
  const follow = async (process: number) => {
    while (isRunning) {
      const sentAtMs = performance.now();
      const status = await fetch(`${addresses()[process]}/ready`, {
        signal: AbortSignal.timeout(READY_WITHIN_MS),
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => null,
      );
      looks.push({ process, sentAtMs, status });
      await delay(READY_EVERY_MS);
    }
  };
  const running = Promise.all([follow(0), follow(1)]);
  return {
    looks,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}
