/** A list with nothing in it: what would be here, how to fill it, and one thing to do. */
import type { ReactNode } from 'react';

export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="m-6 max-w-xl rounded-l border border-dashed border-line-strong p-4 max-md:mx-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-0.5 text-meta text-ink-3">{text}</p>
      {children !== undefined && <div className="mt-3 flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  );
}
