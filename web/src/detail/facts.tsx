/** Up to five facts in a row, two in a row on phones: a label, the fact, and one line that says why it matters. */
import type { ReactNode } from 'react';
import { PANEL_INSET } from './panel.tsx';

export interface Fact {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  /** The value is a number or a time, set larger than a name. */
  isFigure?: boolean;
}

const FACT =
  `min-w-0 border-line ${PANEL_INSET} py-3.5 not-last:border-r max-md:not-last:border-b max-md:even:border-r-0 ` +
  'max-md:last:odd:col-span-2';

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 border-b border-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {facts.map(({ label, value, hint, isFigure = false }) => (
        <div key={label} className={FACT}>
          <dt className="text-micro font-medium text-ink-3">{label}</dt>
          <dd className="mt-0.5">
            <span className={`block truncate ${isFigure ? 'text-page font-semibold tabular-nums' : 'text-title'}`}>
              {value}
            </span>
            {hint !== undefined && (
              <span className="block truncate text-meta text-ink-3 max-md:whitespace-normal">{hint}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
