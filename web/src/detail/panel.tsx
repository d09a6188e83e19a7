// SPDX-License-Identifier: Apache-2.0
/** A part of a detail: regions meet at hairlines, nothing floats. */
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  count?: number;
  /** Beside the title: one line that says what to know about the panel. */
  aside?: ReactNode;
  children: ReactNode;
  /** Its rows reach from edge to edge. */
  isFlush?: boolean;
  className?: string;
}

/** As far in as the place that it stands in says: a page, a drawer, a phone. */
export const PANEL_INSET = 'px-(--panel-inset)';

export const PANEL_LINK = 'underline decoration-line-strong underline-offset-4 hover:text-ink hover:decoration-ink';

export function Panel({ title, count, aside, children, isFlush = false, className = '' }: PanelProps) {
  const inset = PANEL_INSET;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`border-b border-line pt-4 ${isFlush ? '' : `pb-5 ${inset}`} ${className}`}
    >
      <div className={`mb-2 flex min-h-7 flex-wrap items-center justify-between gap-x-4 ${isFlush ? inset : ''}`}>
        <h2 id={titleId} className="font-semibold">
          {title}
          {count !== undefined && <span className="ml-1.5 font-normal text-ink-3 tabular-nums">{count}</span>}
        </h2>
        {aside !== undefined && <span className="text-meta text-ink-3">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
