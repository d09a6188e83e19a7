// SPDX-License-Identifier: Apache-2.0
/** The cell that names a record, with a second line about it; on phones the name alone. */
import type { ReactNode } from 'react';

interface TwoLinesProps {
  name: string;
  /** The name is one that a machine uses, which is set like code. */
  isName?: boolean;
  isOff?: boolean;
  text: ReactNode;
  /** Beside the name. */
  beside?: ReactNode;
}

export function TwoLines({ name, isName = false, isOff = false, text, beside }: TwoLinesProps) {
  return (
    <span className="flex min-w-0 flex-col leading-4.5">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className={`truncate font-medium ${isName ? 'font-mono' : ''} ${isOff ? 'text-ink-3 line-through' : ''}`}>
          {name}
        </span>
        {beside}
      </span>
      {text !== null && <span className="truncate text-meta text-ink-3 max-md:hidden">{text}</span>}
    </span>
  );
}
