// SPDX-License-Identifier: Apache-2.0
/** The steps from causes to digests, as one periodic task runs them. */
import { makeDigests } from './digests.ts';
import type { NoticesOptions } from './limits.ts';
import { spreadCauses } from './spread.ts';

/** Adds due causes to what waits for each person, and makes digests for the people who may have one now. */
export async function prepareNotices(options: NoticesOptions, signal: AbortSignal): Promise<void> {
  await spreadCauses(options, signal);
  await makeDigests(options, options.pool.clock.nowMs(), signal);
}
