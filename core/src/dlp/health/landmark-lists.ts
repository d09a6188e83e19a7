import type { IntList } from '../text/int-list.ts';

/** Lists of positions, sorted; `boxStarts` and `names` go with the list before them. */
export interface Landmarks {
  /** Where a box closes, and in `boxStarts` where it opens: `( )`, `[x]`. */
  boxEnds: IntList;
  boxStarts: IntList;
  /** Dollar signs before an amount, those of R$ among them. */
  prices: IntList;
  /** Words that begin with their only capital. */
  capitals: IntList;
  /** Of each of them: whether it is the name of somebody whom no list knows, once that was asked. */
  names: IntList;
  /** Phrases that speak to everybody, or have a blank field behind them. */
  impersonal: IntList;
}
