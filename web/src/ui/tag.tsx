// SPDX-License-Identifier: Apache-2.0
/** Small labels: a tag for a word, a key for a key of the keyboard. */
import type { ReactNode } from 'react';
import { useLetterKeys } from './letter-keys.ts';

interface TagProps {
  isDashed?: boolean;
  /** More about it, for the pointer. */
  title?: string | undefined;
  /** With it, the tag lies above the link of its row, of which it is a part. */
  onPointerEnter?: () => void;
  children: ReactNode;
}

export function Tag({ isDashed = false, title, onPointerEnter, children }: TagProps) {
  return (
    <span
      title={title}
      onPointerEnter={onPointerEnter}
      className={`inline-flex h-5 items-center gap-1 rounded-s border border-line-strong px-1.5 text-micro
        font-medium whitespace-nowrap text-ink-2 ${isDashed ? 'border-dashed' : ''}
        ${onPointerEnter === undefined ? '' : 'relative z-1'}`}
    >
      {children}
    </span>
  );
}

export const KEY_CAP =
  'inline-grid h-5 min-w-5 shrink-0 place-items-center font-sans whitespace-nowrap rounded-s border ' +
  'border-current/25 px-1 text-micro font-medium';

/** Beside the word that it stands for. A finger has no use for it, nor has a person who turned single letters off. */
export function Key({ children, className = '' }: { children: string; className?: string }) {
  const areLettersOn = useLetterKeys();
  if (children.length === 1 && !areLettersOn) return null;
  return (
    <kbd aria-hidden className={`${KEY_CAP} max-md:hidden ${className}`}>
      {children}
    </kbd>
  );
}
