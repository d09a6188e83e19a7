/** Everything under the sentence of a decision: why, the risk, the policies, what was found, and the proof. */
import type { EventDetail } from '@svc/contract';
import type { ReactNode } from 'react';
import { Panel } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { deciderOf } from './decider.ts';
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
}

export function DecisionSheet({ detail, facts, past }: DecisionSheetProps) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  const { event, why: explained } = detail;
  const total = format.number(explained.policiesTotal);
  const matched = explained.policies.filter((policy) => policy.matched).length;
  const isByPolicy = event.policy !== null;
  return (
    <>
      <div className="flex items-start gap-2 border-b border-line px-(--panel-inset) pb-5 text-ink-2 max-md:px-4">
        <OutcomeGlyph outcome={outcomeOf(event)} className="mt-[3px] size-3.5" />
        <WhyLine detail={detail} />
      </div>
      {facts}
      <RiskPanel detail={detail} />
      <div className="grid md:grid-cols-2">
        <Panel
          title={isByPolicy ? why.policyThatDecided : why.policiesTitle}
          aside={matched === 0 ? undefined : why.matchOf(matched, total)}
          className="md:border-r"
        >
          <Policies event={event} why={explained} />
        </Panel>
        <Panel title={why.findings} aside={why.neverStored}>
          <Findings event={event} factors={explained.riskFactors} />
        </Panel>
      </div>
      <WaysOut detail={detail} />
      {past}
      <Panel title={why.history}>
        <History entries={detail.audit} review={detail.review} />
      </Panel>
    </>
  );
}

function RiskPanel({ detail: { event, why: explained } }: { detail: EventDetail }) {
  const { messages } = useLanguage();
  const why = useWords(whyWords);
  const isJudged = deciderOf(event).by === 'policy';
  const tone = riskText(event.riskLevel);
  return (
    <Panel title={why.risk} aside={isJudged ? why.judged : undefined}>
      <div className="flex gap-8 max-md:flex-col max-md:gap-2">
        <div className="shrink-0 md:w-24">
          <p>
            <span className={`text-figure tabular-nums ${tone}`}>{event.riskScore}</span>{' '}
            <span className="text-meta text-ink-3 md:block">{why.ofHundred}</span>
          </p>
          <p className={`mt-1 flex items-center gap-2 ${tone}`}>
            <RiskBars level={event.riskLevel} className="h-4 w-6" />
            {messages.words.riskLevels[event.riskLevel]}
          </p>
        </div>
        <div className="min-w-0 grow">
          <Waterfall event={event} factors={explained.riskFactors} />
        </div>
      </div>
    </Panel>
  );
}
