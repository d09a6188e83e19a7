// SPDX-License-Identifier: Apache-2.0
/** The chart above the list: every decision of its period where sums tell it, else the rows that are loaded. */
import type { EventItem } from '@svc/contract';
import { binsOf } from '../../charts/bins.ts';
import { Lanes } from '../../charts/lanes.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useCounted } from './counted.ts';
import { eventsWords } from './words.ts';

const LOADED_PERIODS = 60;

export function EventsChart({
  items,
  search,
}: {
  items: readonly EventItem[];
  search: Readonly<Record<string, string>>;
}) {
  const { format } = useLanguage();
  const words = useWords(eventsWords);
  const counted = useCounted(search);
  const bins = counted?.bins ?? binsOf(items, LOADED_PERIODS);
  const momentText = (atMs: number) => format.short(new Date(atMs).toISOString());
  const common = { label: words.chart, bins, momentText, isSmall: true };
  if (counted === null) return <Lanes {...common} of={words.loaded(format.number(items.length))} />;
  return <Lanes {...common} of={counted.period === null ? words.countedAsAsked : words.counted[counted.period]} />;
}
