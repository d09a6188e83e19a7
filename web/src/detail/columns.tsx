// SPDX-License-Identifier: Apache-2.0
/** The panels of a detail page: a wide column and one of 400 px; one below the other where there is no room. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '../page/page.tsx';

interface DetailColumnsProps {
  label: string;
  /** Above both, such as the facts. */
  head?: ReactNode;
  wide: ReactNode;
  narrow: ReactNode;
}

export function DetailColumns({ label, head, wide, narrow }: DetailColumnsProps) {
  return (
    <ScrollRegion label={label} className="flex flex-col md:[--panel-inset:1.5rem]">
      {head}
      <div className="grid grow @5xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="@container min-w-0">{wide}</div>
        <div className="@container min-w-0 border-line @5xl:border-l">{narrow}</div>
      </div>
    </ScrollRegion>
  );
}
