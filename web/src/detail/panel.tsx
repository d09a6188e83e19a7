/** A part of a detail: regions meet at hairlines, nothing floats. */
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Beside the title: one line that says what to know about the panel. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ title, aside, children, className = '' }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`border-b border-line px-8 py-5 max-md:px-4 ${className}`}>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {aside !== undefined && <span className="text-right text-meta text-ink-3">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
