// SPDX-License-Identifier: Apache-2.0
/** Names a slow step, on a terminal and after a second; then clears the line. */
import type { World } from '../world.ts';

const QUIET_MS = 1_000;
const CLEAR_LINE = '\r\u001b[2K';

/** For work that blocks the event loop: called before each step, it writes once a second. */
export function stepProgress({ stderr }: World, text: string): { step(done: number, all: number): void; end(): void } {
  let writtenMs = performance.now();
  let isShown = false;
  return {
    step(done, all) {
      if (stderr.isTTY !== true || performance.now() - writtenMs < QUIET_MS) return;
      writtenMs = performance.now();
      isShown = true;
      stderr.write(`${CLEAR_LINE}${text}, ${done} of ${all}`);
    },
    end() {
      if (isShown) stderr.write(CLEAR_LINE);
    },
  };
}

export async function withProgress<Result>(
  { stderr }: World,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (stderr.isTTY !== true) return await work();
  const startMs = performance.now();
  let isShown = false;
  const timer = setInterval(() => {
    isShown = true;
    stderr.write(`${CLEAR_LINE}${text} (${Math.round((performance.now() - startMs) / 1_000)} s)`);
  }, QUIET_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isShown) stderr.write(CLEAR_LINE);
  }
}
