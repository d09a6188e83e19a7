// SPDX-License-Identifier: Apache-2.0

import type { IntList } from '../text/int-list.ts';

/** Sorted lists of positions. `boxStarts` and `names` run parallel to the list before them. */
export interface Landmarks {
  /** Positions where a box closes; `boxStarts` holds the positions where it opens: `( )`, `[x]`. */
  boxEnds: IntList;
  boxStarts: IntList;
  /** Dollar signs before an amount, including those of R$. */
  prices: IntList;
  /** Words with a capital at the beginning only. */
  capitals: IntList;
  /** For each of them: whether it is a person's name that no list holds, once this was asked. */
  names: IntList;
  /** Phrases that address the public, or have a blank field behind them. */
  impersonal: IntList;
}
