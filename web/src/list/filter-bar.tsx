// SPDX-License-Identifier: Apache-2.0
/**
 * The tools of a list: its search, and its filters as chips `field operator value`. F adds one, Backspace takes the
 * last away.
 */
import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/field.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { Key } from '../ui/tag.tsx';
import { listPageWords } from './page-words.ts';
import { type Filter, type FilterState, filterText } from './use-filters.ts';

const FilterMenu = lazy(() => import('./filter-menu.tsx').then((part) => ({ default: part.FilterMenu })));

const SEARCHES_AFTER_MS = 250;

interface FilterBarProps {
  state: FilterState;
  searchLabel: string;
  /** Texts of the rows that are shown, to choose from. */
  suggestionsOf(field: string): readonly string[];
}

export function FilterBar({ state, searchLabel, suggestionsOf }: FilterBarProps) {
  const words = useWords(listPageWords);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const removeLast = () => {
    const last = state.filters.at(-1);
    if (last !== undefined) state.set({ [last.field]: undefined });
  };
  useShortcut('f', () => setOpen(true));
  useShortcut('Backspace', removeLast);
  return (
    <>
      <ListSearchField key={state.q} state={state} label={searchLabel} onBackspace={removeLast} />
      {state.filters.length > 0 && (
        <ul aria-label={words.filters} className="flex flex-wrap items-center gap-2 max-md:order-last max-md:w-full">
          {state.filters.map((filter) => (
            <li key={filter.field}>
              <Chip filter={filter} onRemove={() => state.set({ [filter.field]: undefined })} />
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={button}
        variant="ghost"
        size="small"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Plus aria-hidden className="size-3.5" />
        {words.filter}
        <Key>F</Key>
      </Button>
      {isOpen && (
        <Suspense>
          <FilterMenu state={state} anchor={button} suggestionsOf={suggestionsOf} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Chip({ filter, onRemove }: { filter: Filter; onRemove(): void }) {
  const words = useWords(listPageWords);
  return (
    <span className="inline-flex h-7 items-center rounded-m border border-line-strong text-meta max-md:h-11">
      <span className="flex items-center gap-1.5 pl-2 whitespace-nowrap text-ink-3">
        <span>{filter.name}</span>
        <span>{filter.operator}</span>
        <span className={`max-w-48 truncate font-medium text-ink ${filter.isName ? 'font-mono' : ''}`}>
          {filter.shown}
        </span>
      </span>
      <button
        type="button"
        aria-label={words.removeFilter(filterText(filter))}
        onClick={onRemove}
        className="ml-2 grid h-full w-6 place-items-center rounded-r-m border-l border-line text-ink-3
          hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 max-md:w-11"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

interface ListSearchFieldProps {
  state: FilterState;
  label: string;
  onBackspace(): void;
}

/** The address follows what is typed; going back in the history brings back the search of then. */
function ListSearchField({ state, label, onBackspace }: ListSearchFieldProps) {
  const [text, setText] = useState(state.q);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string) => {
    clearTimeout(timer.current);
    if (typed.trim() !== state.q) state.set({ q: typed.trim() === '' ? undefined : typed.trim() });
  };
  return (
    <SearchField
      ref={field}
      label={label}
      placeholder={label}
      value={text}
      maxLength={state.fields.agent?.kind === 'text' ? state.fields.agent.charactersMax : undefined}
      className="w-72 max-md:w-auto max-md:min-w-0 max-md:grow max-md:basis-40"
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(target.value), SEARCHES_AFTER_MS);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search(text);
        if (key === 'Backspace' && text === '') onBackspace();
        if (key === 'Escape') field.current?.blur();
      }}
    />
  );
}
