// SPDX-License-Identifier: Apache-2.0
/** Reviews that a person chooses to answer together. Only alike ones can be chosen: by their boxes, or with X. */
import type { ReviewItem } from '@svc/contract';
import { useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { canPick } from '../../review/alike.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useNow } from '../../ui/timestamp.tsx';
import { reviewsWords } from './words.ts';

export interface Picked {
  /** They stay as they were chosen, though the list goes on. */
  items: readonly ReviewItem[];
  /** There is more than one to choose from. */
  isOffered: boolean;
  /** On a phone: they fill the page. */
  isOpen: boolean;
  open(): void;
  toggle(item: ReviewItem): void;
  clear(): void;
}

/** @param selected the open review, which X chooses */
export function usePicked(view: string, found: readonly ReviewItem[], selected: string | undefined): Picked {
  const [items, setItems] = useState<readonly ReviewItem[]>([]);
  const [isOpen, setOpen] = useState(false);
  const isWaiting = view === 'PENDING';
  const toggle = (item: ReviewItem) =>
    setItems((now) => {
      const others = now.filter(({ eventId }) => eventId !== item.eventId);
      if (others.length < now.length) return others;
      return canPick(item, now) ? [...now, item] : now;
    });
  const clear = () => {
    setItems([]);
    setOpen(false);
  };
  const isOffered = isWaiting && (found.length > 1 || items.length > 0);
  const current = found.find(({ eventId }) => eventId === selected);
  useShortcut('x', () => current !== undefined && toggle(current), isOffered);
  return {
    items: isWaiting ? items : [],
    isOffered,
    isOpen,
    open: () => setOpen(true),
    toggle,
    clear,
  };
}

export function PickBox({ item, picked }: { item: ReviewItem; picked: Picked }) {
  const words = useWords(reviewsWords);
  const { format } = useLanguage();
  const left = format.left(item.expiresAt, useNow()) ?? '';
  return (
    <label className="grid w-9 shrink-0 place-items-center border-b border-line max-md:w-11">
      <input
        type="checkbox"
        aria-label={words.pick(item.event.agent.name, left)}
        checked={picked.items.some(({ eventId }) => eventId === item.eventId)}
        disabled={!canPick(item, picked.items)}
        onChange={() => picked.toggle(item)}
        className="size-4 accent-solid disabled:opacity-30"
      />
    </label>
  );
}

/** The choice so far. On a phone it leads to the answer. */
export function PickedBar({ picked }: { picked: Picked }) {
  const words = useWords(reviewsWords);
  const count = picked.items.length;
  if (count === 0) return null;
  return (
    <div
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 text-meta
        max-md:sticky max-md:bottom-0 max-md:z-10"
    >
      <span role="status" className="min-w-0 grow text-ink-2">
        {words.picked(count)}
      </span>
      <Button variant="ghost" size="small" onClick={picked.clear}>
        {words.unpick}
      </Button>
      {count > 1 && (
        <Button variant="line" size="small" className="md:hidden" onClick={picked.open}>
          {words.together}
        </Button>
      )}
    </div>
  );
}
