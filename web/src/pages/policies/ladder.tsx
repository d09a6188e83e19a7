// SPDX-License-Identifier: Apache-2.0
/** The rungs of the ladder, and the risk score as the last one. */
import type { AppPolicyList, DecisionWord } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationQuery } from '../../api/organization.ts';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { RiskBars, riskText } from '../../decision/risk.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { policiesWords } from './words.ts';

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

export const rung = (decision: string, page: AppPolicyList | undefined) => (
  <Rung decision={decision as DecisionWord} count={page?.totals[decision as DecisionWord]} />
);

function Rung({ decision, count }: { decision: DecisionWord; count: number | undefined }) {
  const { format } = useLanguage();
  const words = useWords(policiesWords);
  return (
    <>
      <OutcomeGlyph outcome={GLYPHS[decision]} />
      <span className="font-semibold">{words.rungs[decision]}</span>
      <span className="min-w-0 truncate text-ink-3">{words.rungHints[decision]}</span>
      {count !== undefined && <span className="ml-auto text-ink-3 tabular-nums">{format.number(count)}</span>}
    </>
  );
}

/** The score decides where no policy matches. */
export function LastRung() {
  const words = useWords(policiesWords);
  const { data } = useQuery(organizationQuery);
  if (data === undefined) return null;
  const limit = (level: 'HIGH' | 'CRITICAL', from: number, text: string) => (
    <span className="inline-flex items-center gap-1.5">
      <RiskBars level={level} />
      <span className={`tabular-nums ${riskText(level)}`}>{from}</span> {text}
    </span>
  );
  return (
    <div
      className="flex min-h-13 flex-wrap items-center gap-x-5 gap-y-1 border-b border-line bg-sunken px-6 py-2
        max-md:px-4"
    >
      <span className="font-semibold">{words.nothing}</span>
      <span className="text-ink-3">{words.nothingHint}</span>
      <span className="ml-auto flex flex-wrap items-center gap-x-5 gap-y-1 max-md:ml-0">
        {limit('HIGH', data.riskReviewAt, words.askFrom)}
        {limit('CRITICAL', data.riskBlockAt, words.blockFrom)}
        <Can operation="updateOrganization">
          <Link to="/settings" className={buttonClass('line', 'small')}>
            {words.limits}
          </Link>
        </Can>
      </span>
    </div>
  );
}
