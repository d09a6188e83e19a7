// SPDX-License-Identifier: Apache-2.0
/** Adds a filter in two steps: the field, then its value. Arrows move in both. */
import { ChevronLeft } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { momentOf } from '../language/zone.ts';
import { Button } from '../ui/button.tsx';
import { CONTROL } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { listPageWords } from './page-words.ts';
import type { FieldSpec } from './search.ts';
import type { FilterState } from './use-filters.ts';

interface FilterMenuProps {
  state: FilterState;
  anchor: RefObject<HTMLElement | null>;
  suggestionsOf(field: string): readonly string[];
  onClose(): void;
}

export function FilterMenu({ state, anchor, suggestionsOf, onClose }: FilterMenuProps) {
  const words = useWords(listPageWords);
  const [field, setField] = useState<string | null>(null);
  const spec = field === null ? undefined : state.fields[field];
  const add = (value: string) => {
    if (field !== null) state.set({ [field]: value });
    onClose();
    anchor.current?.focus();
  };
  return (
    <Popover title={words.filterBy} anchor={anchor} open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {field === null || spec === undefined ? (
        <Options label={words.filterBy}>
          {Object.keys(state.fields).map((name) => (
            <Option key={name} onChoose={() => setField(name)}>
              {name === 'from' || name === 'to' ? words.timeFields[name] : (words.fields[name] ?? name)}
            </Option>
          ))}
        </Options>
      ) : (
        <>
          <button
            type="button"
            onClick={() => setField(null)}
            className="flex min-h-8 w-full items-center gap-2 rounded-m px-2 text-meta text-ink-3 hover:bg-hover
              max-md:min-h-11"
          >
            <ChevronLeft aria-hidden className="size-3.5" />
            {words.back}
          </button>
          <ValueStep field={field} spec={spec} state={state} suggestions={suggestionsOf(field)} onAdd={add} />
        </>
      )}
    </Popover>
  );
}

interface ValueStepProps {
  field: string;
  spec: FieldSpec;
  state: FilterState;
  suggestions: readonly string[];
  onAdd(value: string): void;
}

function ValueStep({ field, spec, state, suggestions, onAdd }: ValueStepProps) {
  const words = useWords(listPageWords);
  const label = words.fields[field] ?? field;
  if (spec.kind === 'word') {
    return (
      <Options label={label}>
        {spec.words.map((word) => (
          <Option key={word} onChoose={() => onAdd(word)}>
            {state.valueName(field, word)}
          </Option>
        ))}
      </Options>
    );
  }
  if (spec.kind === 'time') return <TimeStep label={label} onAdd={onAdd} />;
  return (
    <TextStep
      label={label}
      value={state.search[field] ?? ''}
      max={spec.charactersMax}
      suggestions={suggestions}
      onAdd={onAdd}
    />
  );
}

interface TextStepProps {
  label: string;
  value: string;
  max: number;
  suggestions: readonly string[];
  onAdd(value: string): void;
}

function TextStep({ label, value, max, suggestions, onAdd }: TextStepProps) {
  const words = useWords(listPageWords);
  const listId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('value')).trim();
    if (typed !== '') onAdd(typed);
  };
  return (
    <form onSubmit={submit} className="flex gap-2 p-1.5">
      <input
        ref={focusOnce}
        name="value"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        maxLength={max}
        list={listId}
        autoComplete="off"
        className={`${CONTROL} h-8 w-44 max-md:h-11`}
      />
      <datalist id={listId}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit">{words.add}</Button>
    </form>
  );
}

const HOUR_MS = 3_600_000;

function TimeStep({ label, onAdd }: { label: string; onAdd(value: string): void }) {
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const ago = (hours: number) => () => onAdd(new Date(Date.now() - hours * HOUR_MS).toISOString());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = momentOf(String(new FormData(event.currentTarget).get('value')), format.zoneId);
    if (chosen !== null) onAdd(chosen);
  };
  return (
    <>
      <Options label={label}>
        <Option onChoose={ago(1)}>{words.lastHour}</Option>
        <Option onChoose={ago(24)}>{words.lastDay}</Option>
        <Option onChoose={ago(24 * 7)}>{words.lastWeek}</Option>
        <Option onChoose={ago(24 * 30)}>{words.lastMonth}</Option>
      </Options>
      <form onSubmit={submit} className="flex gap-2 border-t border-line p-1.5">
        <input
          type="datetime-local"
          name="value"
          aria-label={`${words.dateTime}, ${format.zone}`}
          className={`${CONTROL} h-8 max-md:h-11`}
        />
        <Button type="submit">{words.add}</Button>
      </form>
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows move from button to button, and around the ends. */
function Options({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((at + step) % buttons.length)?.focus();
  };
  return (
    <ul ref={list} aria-label={label} onKeyDown={move} className="min-w-48">
      {children}
    </ul>
  );
}

function Option({ onChoose, children }: { onChoose(): void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-8 w-full items-center rounded-m px-2.5 text-left hover:bg-hover
          focus-visible:-outline-offset-2 max-md:min-h-11"
      >
        {children}
      </button>
    </li>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
