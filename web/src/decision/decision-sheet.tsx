// SPDX-License-Identifier: Apache-2.0
/** Everything under the sentence of a decision: why, the risk, the policies, what was found, and the proof. */
import type { EventDetail } from '@svc/contract';
import type { ReactNode } from 'react';
import { Fold } from '../detail/fold.tsx';
import { PANEL_INSET, Panel } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Findings } from './findings.tsx';
import { OutcomeGlyph } from './glyph.tsx';
import { History } from './history.tsx';
import { outcomeOf } from './outcome.ts';
import { Policies } from './policies.tsx';
import { WhyLine } from './reason.tsx';
import { RiskBars, riskText } from './risk.tsx';
import { Waterfall } from './waterfall.tsx';
import { WaysOut } from './ways-out.tsx';
import { whyWords } from './why-words.ts';

interface DecisionSheetProps {
  detail: EventDetail;
  /** After the sentences, before the numbers. */
  facts?: ReactNode;
  /** Before the history. */
  past?: ReactNode;
  isBrief?: boolean;
}

export function DecisionSheet({ detail, facts, past, isBrief = false }: DecisionSheetProps) {
  const why = useWords(whyWords);
  return (
    <>
      <div className={`flex items-start gap-2 border-b border-line ${PANEL_INSET} pb-5 text-ink-2`}>
        <OutcomeGlyph outcome={outcomeOf(detail.event)} className="mt-[3px] size-3.5" />
        <WhyLine detail={detail} />
      </div>
      {facts}
      <Explanation detail={detail} isBrief={isBrief} />
      <WaysOut detail={detail} isBrief={isBrief} />
      {past}
      <Panel title={why.history}>
        <History entries={detail.audit} review={detail.review} />
      </Panel>
    </>
  );
}

interface ExplanationProps {
  detail: EventDetail;
  isBrief?: boolean;
  /** Stands for the findings where nothing was scanned. */
  found?: ReactNode;
}

/** How it came about: the sum of the risk, the policies with their conditions, and what was found. */
export function Explanation({ detail, isBrief = false, found }: ExplanationProps) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  const { event, why: explained } = detail;
  const total = format.number(explained.policiesTotal);
  const matched = explained.policies.filter((policy) => policy.matched).length;
  return (
    <>
      <RiskPanel detail={detail} isBrief={isBrief} />
      <div className="grid @3xl:grid-cols-2">
        <Panel
          title={event.policy === null ? why.policiesTitle : why.policyThatDecided}
          aside={matched === 0 ? undefined : why.matchOf(matched, total)}
          className="border-line @3xl:border-r"
        >
          <Policies event={event} why={explained} />
        </Panel>
        <Panel title={why.findings} aside={why.neverStored}>
          {found ?? <Findings event={event} factors={explained.riskFactors} />}
        </Panel>
      </div>
    </>
  );
}

function RiskPanel({ detail: { event, why: explained }, isBrief }: { detail: EventDetail; isBrief: boolean }) {
  const { messages } = useLanguage();
  const why = useWords(whyWords);
  const isJudged = event.cause.by === 'POLICY';
  const tone = riskText(event.riskLevel);
  const factors = explained.riskFactors;
  const sum = <Waterfall event={event} factors={factors} />;
  return (
    <Panel title={why.risk} aside={isJudged ? why.judged : undefined}>
      <div className={`flex flex-col gap-2 ${isBrief ? '' : '@2xl:flex-row @2xl:gap-8'}`}>
        <div
          className={`flex items-baseline gap-4 ${isBrief ? '' : '@2xl:w-24 @2xl:shrink-0 @2xl:flex-col @2xl:gap-1'}`}
        >
          <p>
            <span className={`text-figure tabular-nums ${tone}`}>{event.riskScore}</span>{' '}
            <span className="text-meta text-ink-3">{why.ofHundred}</span>
          </p>
          <p className={`flex items-center gap-2 ${tone}`}>
            <RiskBars level={event.riskLevel} className="h-4 w-6" />
            {messages.words.riskLevels[event.riskLevel]}
          </p>
        </div>
        <div className="min-w-0 grow">
          {isBrief && factors.length > 0 ? <Fold summary={why.factorsOf(factors.length)}>{sum}</Fold> : sum}
        </div>
      </div>
    </Panel>
  );
}
