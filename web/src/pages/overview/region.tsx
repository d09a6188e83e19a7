// SPDX-License-Identifier: Apache-2.0
/** A region of the overview: regions meet at hairlines. */
import { type ReactNode, useId } from 'react';

interface RegionProps {
  title: ReactNode;
  /** One line beside the title. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Region({ title, aside, actions, children, className = '' }: RegionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`min-w-0 border-b border-line px-6 py-4 max-md:px-4 ${className}`}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {aside !== undefined && <span className="ml-auto text-right text-meta text-ink-3">{aside}</span>}
        {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A share of something as a bar on a rail. */
export function Bar({ share, fill }: { share: number; fill: string }) {
  return (
    <svg aria-hidden className="block h-0.75 w-full rounded-s bg-selected">
      <rect width={`${Math.min(100, Math.max(share > 0 ? 1 : 0, share * 100))}%`} height="3" className={fill} />
    </svg>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-ink-3">{children}</p>;
}
