// SPDX-License-Identifier: Apache-2.0
/** A part that a person opens; until then nothing of it is made, nor asked for. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group/fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        className="flex min-h-6 w-fit cursor-pointer list-none items-center gap-1.5 text-ink-3 hover:text-ink
          [&::-webkit-details-marker]:hidden"
      >
        {summary}
        <ChevronDown aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:rotate-180" />
      </summary>
      {isOpen && children}
    </details>
  );
}
