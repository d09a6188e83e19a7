/** A table for wide screens; on narrow ones each row is a card, and the header stays for readers of the screen. */
import type { ReactNode } from 'react';

interface ListTableProps {
  /** Said by readers of the screen. */
  caption: string;
  columns: readonly string[];
  /** Rows. */
  children: ReactNode;
}

/** A row whose first link covers it whole. */
export const LINKED_ROW =
  'relative has-[a:hover]:bg-sunken ' +
  'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:p-4';

export function ListTable({ caption, columns, children }: ListTableProps) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-panel">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line bg-sunken text-muted">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}
