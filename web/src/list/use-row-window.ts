// SPDX-License-Identifier: Apache-2.0
/** Which rows stand in the document: all of a short list, and of a long one those in sight and some around them. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const VIRTUAL_FROM = 200;
const ROWS_AROUND = 12;
/** The column heads, which stay over the rows. */
const HEAD_PX = 32;

interface RowWindowOptions {
  count: number;
  pxOf(index: number): number;
  /** Changes when a height does. */
  heights: string;
  scroller: RefObject<HTMLElement | null>;
  rows: RefObject<HTMLElement | null>;
  /** On phones the document scrolls, elsewhere the list itself. */
  isPhone: boolean;
}

export function useRowWindow({ count, pxOf, heights, scroller, rows, isPhone }: RowWindowOptions) {
  const overscan = count > VIRTUAL_FROM ? ROWS_AROUND : count;
  const [pageTop, setPageTop] = useState(0);
  useLayoutEffect(() => {
    if (isPhone && rows.current !== null) setPageTop(rows.current.getBoundingClientRect().top + window.scrollY);
  }, [isPhone, rows]);
  const inside = useVirtualizer({
    count: isPhone ? 0 : count,
    getScrollElement: () => scroller.current,
    estimateSize: pxOf,
    overscan,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  const page = useWindowVirtualizer({
    count: isPhone ? count : 0,
    estimateSize: pxOf,
    overscan,
    scrollMargin: pageTop,
  });
  const used = isPhone ? page : inside;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights of before are wrong once they changed
  useEffect(() => used.measure(), [heights]);
  return {
    rows: used.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - used.options.scrollMargin })),
    heightPx: used.getTotalSize(),
    /** The last row in sight, once the person has scrolled. */
    lastSeen: (used.scrollOffset ?? 0) > 0 ? (used.range?.endIndex ?? -1) : -1,
    scrollTo: (index: number) => used.scrollToIndex(index),
  };
}
