// SPDX-License-Identifier: Apache-2.0
/** A line with a word between two ways in. */
import type { ReactNode } from 'react';

export function Or({ children }: { children: ReactNode }) {
  return (
    <p
      className="flex items-center gap-3 text-meta text-ink-3 before:h-px before:grow before:bg-line-strong after:h-px
      after:grow after:bg-line-strong"
    >
      {children}
    </p>
  );
}
