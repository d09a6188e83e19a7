// SPDX-License-Identifier: Apache-2.0
/** The state of something: a small shape and a word, so that the colour says nothing alone. */
import type { ReactNode } from 'react';

const VARIANTS = {
  good: { shape: 'rounded-full bg-allow-fill', word: 'text-ink-2' },
  done: { shape: 'rounded-full bg-allow-fill', word: 'text-ink-3' },
  waiting: { shape: 'rotate-45 bg-review-fill', word: 'font-medium text-review-ink' },
  bad: { shape: 'bg-block-fill', word: 'font-medium text-block-ink' },
  off: { shape: 'bg-ink-3', word: 'text-ink-3' },
} as const;

export type StateVariant = keyof typeof VARIANTS;

export function State({
  variant,
  children,
  className = '',
}: {
  variant: StateVariant;
  children: ReactNode;
  className?: string;
}) {
  const { shape, word } = VARIANTS[variant];
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap ${word} ${className}`}>
      <span aria-hidden className={`size-1.5 ${shape}`} />
      {children}
    </span>
  );
}
