// SPDX-License-Identifier: Apache-2.0
/** The memory and time of one analysis. Past them there is no answer at all: half of an analysis proves nothing. */

export interface Budget {
  /** Cells of four bytes that the nodes of the diagram take. */
  readonly cellsMax: number;
  readonly elapsedMsMax: number;
  /** Milliseconds since the analysis began. The core has no clock of its own. */
  readonly elapsedMs: () => number;
}

/** 256 MB of nodes. */
export const ANALYSIS_CELLS_MAX = 64_000_000;
export const ANALYSIS_MS_MAX = 10_000;

/** Thrown inside an analysis that has used its budget up. */
export class OverBudget extends Error {
  constructor(what: 'memory' | 'time') {
    super(`the analysis has used up its budget of ${what}`);
    this.name = 'OverBudget';
  }
}

export type Budgeted<Answer> =
  | { readonly complete: true; readonly answer: Answer }
  | { readonly complete: false; readonly answer: null };

/** The answer of an analysis, or that it did not end within its budget. */
export function withinBudget<Answer>(analysis: () => Answer): Budgeted<Answer> {
  try {
    return { complete: true, answer: analysis() };
  } catch (error) {
    if (error instanceof OverBudget) return { complete: false, answer: null };
    throw error;
  }
}
