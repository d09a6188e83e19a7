// SPDX-License-Identifier: Apache-2.0
/** The decisions of the last 30 days that the policy made, and who changed it last. */
import type { PolicyDetail } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useAuthor } from '../../policy/author.ts';
import { policyPageWords } from './words.ts';

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

/** @param detail null: the policy is new */
export function MonthPanel({ detail }: { detail: PolicyDetail | null }) {
  const { month } = useWords(policyPageWords);
  const { format } = useLanguage();
  const authorOf = useAuthor();
  if (detail === null) return <p className="px-5 py-4 text-ink-3 max-md:px-4">{month.isNew}</p>;
  const { changedBy, decision, hits, mode, name, updatedAt } = detail;
  const total = format.number(hits.decisions);
  return (
    <div className="px-5 py-4 max-md:px-4">
      <div className="flex items-center justify-between gap-6">
        {hits.decisions === 0 ? (
          <p className="text-ink-2">{month.none}</p>
        ) : (
          <div>
            <p className="text-figure tabular-nums">{total}</p>
            <p className="text-ink-2">{month.text(hits.decisions === 1)}</p>
          </div>
        )}
        {hits.decisions > 0 && (
          <div className="shrink-0">
            <Sparkline
              values={hits.days}
              outcome={mode === 'MONITOR' ? 'would-block' : OUTCOMES[decision]}
              name={month.chart(total)}
            />
          </div>
        )}
      </div>
      {hits.decisions > 0 && (
        <Link to="/events" search={{ q: name }} className={`mt-2 block w-fit ${PANEL_LINK}`}>
          {month.events}
        </Link>
      )}
      <p className="mt-4 text-meta text-ink-3">{month.changed(authorOf(changedBy), format.short(updatedAt))}</p>
    </div>
  );
}
