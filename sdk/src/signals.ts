// SPDX-License-Identifier: Apache-2.0
/**
 * Runs something under one signal of several. `AbortSignal.any` is not used: it holds an `AbortSignal.timeout` weakly,
 * which is then collected as garbage and never aborts.
 */
export async function underSignals<Result>(
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length < 2) return await run(given[0]);
  const own = new AbortController();
  const stop = () => own.abort(given.find(({ aborted }) => aborted)?.reason);
  if (given.some(({ aborted }) => aborted)) stop();
  for (const signal of given) signal.addEventListener('abort', stop, { once: true });
  try {
    return await run(own.signal);
  } finally {
    for (const signal of given) signal.removeEventListener('abort', stop);
  }
}
