// SPDX-License-Identifier: Apache-2.0
/** The name of a group, across its list. */
import type { ReactNode } from 'react';

interface GroupHeadProps {
  index: number;
  topPx: number;
  heightPx: number;
  children: ReactNode;
}

export function GroupHead({ index, topPx, heightPx, children }: GroupHeadProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 flex items-center border-b border-line bg-sunken px-6 max-md:px-4"
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
    >
      <div role="cell" className="flex min-w-0 grow items-center gap-2">
        {children}
      </div>
    </div>
  );
}
