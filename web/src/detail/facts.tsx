// SPDX-License-Identifier: Apache-2.0
/** Facts in rows as wide as their place: a label, the fact, and one line that says why it matters. */
import type { ReactNode } from 'react';
import { PANEL_INSET } from './panel.tsx';

export interface Fact {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  /** The value is a number or a time, set larger than a name. */
  isFigure?: boolean;
}

/** The edges of the last column and the last row fall outside of what is shown. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className="overflow-hidden border-b border-line">
      <dl className="-mr-px -mb-px flex flex-wrap">
        {facts.map(({ label, value, hint, isFigure = false }) => (
          <div key={label} className={`min-w-0 grow basis-44 border-r border-b border-line ${PANEL_INSET} py-3.5`}>
            <dt className="text-micro font-medium text-ink-3">{label}</dt>
            <dd className="mt-0.5">
              <span className={`block ${isFigure ? 'text-page font-semibold tabular-nums' : 'text-title'}`}>
                {value}
              </span>
              {hint !== undefined && <span className="block text-meta text-ink-3">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
