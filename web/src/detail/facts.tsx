/** Up to five facts in a row, two in a row on phones: a label, the fact, and one line that says why it matters. */
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
}

const FACT =
  'min-w-0 border-line px-8 py-3.5 not-last:border-r max-md:px-4 max-md:even:border-r-0 max-md:last:odd:col-span-2';

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 border-b border-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {facts.map(({ label, value, hint }) => (
        <div key={label} className={FACT}>
          <dt className="text-micro font-medium text-ink-3">{label}</dt>
          <dd className="mt-0.5">
            <span className="block truncate text-title">{value}</span>
            {hint !== undefined && <span className="block text-meta text-ink-3">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
