// SPDX-License-Identifier: Apache-2.0
/** One row in full, beside its list: it pushes from 1280 px up, covers below, and fills a phone. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../language/word-set.ts';
import { listPageWords } from '../list/page-words.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyIcon } from '../ui/copy.tsx';
import { useNarrow } from '../ui/media.ts';

interface DrawerProps {
  /** Names the region. */
  label: string;
  /** The id of the row, for copying. */
  id: string;
  /** A link to the page of it, where it has one. */
  pageLink?: ReactNode;
  onMove(step: number): void;
  onClose(): void;
  /** Stays at the foot. */
  foot?: ReactNode;
  children: ReactNode;
}

export function Drawer({ label, id, pageLink, onMove, onClose, foot, children }: DrawerProps) {
  const words = useWords(listPageWords);
  const isCovering = useNarrow();
  const head = useRef<HTMLHeadingElement>(null);
  // Where it covers the list, what is read next is in here.
  useEffect(() => {
    if (isCovering) head.current?.focus();
  }, [isCovering]);
  return (
    <aside
      data-drawer
      aria-label={label}
      className="flex w-120 shrink-0 flex-col border-l border-line bg-surface md:[--panel-inset:1.25rem]
        max-xl:absolute max-xl:inset-y-0
        max-xl:right-0 max-xl:z-20 max-xl:max-w-full max-xl:shadow-dialog max-md:fixed max-md:inset-0 max-md:z-30
        max-md:w-full max-md:border-l-0"
    >
      <header
        className="flex min-h-11 shrink-0 items-center gap-1 border-b border-line pr-3 pl-4 text-meta max-md:flex-wrap
          max-md:gap-y-0 max-md:pr-1"
      >
        <IconButton label={words.previous} onClick={() => onMove(-1)}>
          <ChevronUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={words.next} onClick={() => onMove(1)}>
          <ChevronDown aria-hidden className="size-4" />
        </IconButton>
        <span className="flex min-w-0 items-center gap-1 md:ml-2 max-md:order-last max-md:basis-full">
          <h2 ref={head} tabIndex={-1} className="min-w-0 font-mono text-micro leading-3.5 text-ink-3">
            {id}
          </h2>
          <CopyIcon text={id} what={id} />
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {pageLink}
          <IconButton label={words.close} onClick={onClose}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </span>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; the region around it is the drawer */}
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="@container relative min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2"
      >
        {children}
      </div>
      {foot}
    </aside>
  );
}

export const DRAWER_LINK =
  'inline-flex min-h-6 items-center text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink';
