// SPDX-License-Identifier: Apache-2.0

import type { IntList } from '../text/int-list.ts';

/** Stretches of a text, sorted by position: where each begins, and the position behind it. */
export interface Spans {
  starts: IntList;
  ends: IntList;
}
