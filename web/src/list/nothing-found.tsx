// SPDX-License-Identifier: Apache-2.0
/** A list whose filters leave nothing: names them, and offers to take the last one away. */
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { listPageWords } from './page-words.ts';
import { type FilterState, filterText } from './use-filters.ts';

interface NothingFoundProps {
  state: FilterState;
  /** Older rows were not looked at yet. */
  searchedBackTo: string | null;
}

export function NothingFound({ state, searchedBackTo }: NothingFoundProps) {
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const { filters, q } = state;
  const named = [...filters.map(filterText), ...(q === '' ? [] : [words.searchNamed(q)])];
  const last = filters.at(-1);
  const all = Object.fromEntries([...filters.map(({ field }) => [field, undefined]), ['q', undefined]]);
  return (
    <EmptyState
      title={searchedBackTo === null ? words.noneTitle : words.noneYetTitle}
      text={
        searchedBackTo === null
          ? words.noneText(named.join(words.and))
          : words.noneYetText(named.join(words.and), format.short(searchedBackTo))
      }
    >
      {q === '' && last !== undefined && (
        <Button size="small" onClick={() => state.set({ [last.field]: undefined })}>
          {words.takeAway(filterText(last))}
        </Button>
      )}
      {q !== '' && (
        <Button size="small" onClick={() => state.set({ q: undefined })}>
          {words.takeAway(words.searchNamed(q))}
        </Button>
      )}
      {named.length > 1 && (
        <Button variant="ghost" size="small" onClick={() => state.set(all)}>
          {words.clearAll}
        </Button>
      )}
    </EmptyState>
  );
}
