/** The heading of a page, which is also the title of the document. */
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

export function PageHeading({ title, lead, children }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <title>{`${title} · svc`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead !== undefined && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
