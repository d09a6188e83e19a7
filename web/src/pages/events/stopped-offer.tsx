// SPDX-License-Identifier: Apache-2.0
/** One press shows what was stopped, with its number where sums know it. */
import { stoppedOf } from '../../charts/bins.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { FilterState } from '../../list/use-filters.ts';
import { Button } from '../../ui/button.tsx';
import { useCounted } from './counted.ts';
import { eventsWords } from './words.ts';

/** With a filter by decision there is nothing to offer: its chip stands in this place. */
export function StoppedOffer({ state: { search, set } }: { state: FilterState }) {
  const { format } = useLanguage();
  const words = useWords(eventsWords);
  const counted = useCounted(search);
  if (search.decision !== undefined) return null;
  const stopped = counted?.bins.reduce((sum, bin) => sum + stoppedOf(bin), 0);
  const period = counted?.period == null ? words.countedAsAsked : words.counted[counted.period];
  return (
    <Button size="small" onClick={() => set({ decision: 'STOPPED' })}>
      {stopped === undefined ? (
        words.stopped
      ) : (
        <>
          {words.stoppedCount(format.number(stopped))} <span className="text-ink-3 max-md:sr-only">{period}</span>
        </>
      )}
    </Button>
  );
}
