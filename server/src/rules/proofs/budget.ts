// SPDX-License-Identifier: Apache-2.0
/** The time and memory of one analysis in a thread, from now on. */
import { ANALYSIS_CELLS_MAX, ANALYSIS_MS_MAX, type Budget } from '@svc/core/analysis';

export function newBudget(): Budget {
  const beganMs = performance.now();
  return {
    cellsMax: ANALYSIS_CELLS_MAX,
    elapsedMsMax: ANALYSIS_MS_MAX,
    elapsedMs: () => performance.now() - beganMs,
  };
}
