// SPDX-License-Identifier: Apache-2.0
/** Probes of the database by strangers: balancers ask every few seconds, others as often as they like. */

const PROBE_TIMEOUT_MS = 2_000;
/** Requests within this time share an answer: a probe asks the database four times a second at most. */
const PROBE_KEPT_MS = 250;

/**
 * One probe at a time, whose answer is kept for a moment.
 * @returns what asks, or shares; it answers null when the database does not, or not in time
 */
export function sharedProbe<Answer>(ask: () => Promise<Answer>): () => Promise<Answer | null> {
  let latest: Promise<Answer | null> | null = null;
  const forget = () => {
    latest = null;
  };
  return () => {
    latest ??= withinProbeTime(ask()).finally(() => setTimeout(forget, PROBE_KEPT_MS).unref());
    return latest;
  };
}

/** @returns null when the answer fails or takes longer */
async function withinProbeTime<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([answer.catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
