// SPDX-License-Identifier: Apache-2.0
/** Everything under the sentence of a decision: why, the risk, the policies, what was found, and the proof. */
import type { EventDetail } from '@svc/contract';
import type { ReactNode } from 'react';
import { Fold } from '../detail/fold.tsx';
import { PANEL_INSET, Panel } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { CopyIcon } from '../ui/copy.tsx';
import { ActState } from './act-state.tsx';
import { actWords } from './act-words.ts';
import { AgentSays } from './agent-says.tsx';
import { EventFacts } from './event-facts.tsx';
import { Findings } from './findings.tsx';
import { OutcomeGlyph } from './glyph.tsx';
import { History } from './history.tsx';
import { outcomeOf } from './outcome.ts';
import { Policies } from './policies.tsx';
import { WhyLine } from './reason.tsx';
import { RiskBars, riskText } from './risk.tsx';
import { Verdict } from './verdict.tsx';
import { Waterfall } from './waterfall.tsx';
import { WaysOut } from './ways-out.tsx';
import { whyWords } from './why-words.ts';

interface DecisionSheetProps {
  detail: EventDetail;
  isBrief?: boolean;
}

/** For a person who looks it up: the cause comes first, then the facts. */
export function DecisionSheet({ detail, isBrief = false }: DecisionSheetProps) {
  return (
    <>
      <Why detail={detail} />
      <EventFacts event={detail.event} hasId />
      <Explanation detail={detail} isBrief={isBrief} />
      <WaysOut detail={detail} isBrief={isBrief} />
      <Past detail={detail} />
    </>
  );
}

/** For a person who answers: what it is and what was in it come before the cause and the risk. */
export function ReviewedSheet({ detail, past }: { detail: EventDetail; past: ReactNode }) {
  return (
    <>
      {detail.review?.status !== 'PENDING' && (
        <p className={`flex flex-wrap items-center gap-2 ${PANEL_INSET} pb-4`}>
          <Verdict event={detail.event} isSoft />
          <ActState event={detail.event} />
        </p>
      )}
      <AgentSays detail={detail} />
      <div className="border-t border-line">
        <EventFacts event={detail.event} />
      </div>
      <FoundPanel detail={detail} />
      <div className="pt-4">
        <Why detail={detail} />
      </div>
      <RiskPanel detail={detail} isBrief={false} />
      <PoliciesPanel detail={detail} />
      <WaysOut detail={detail} isBrief={false} />
      {past}
      <Past detail={detail} />
    </>
  );
}

function Why({ detail }: { detail: EventDetail }) {
  return (
    <div className={`flex items-start gap-2 border-b border-line ${PANEL_INSET} pb-5 text-ink-2`}>
      <OutcomeGlyph outcome={outcomeOf(detail.event)} className="mt-[3px] size-3.5" />
      <WhyLine detail={detail} />
    </div>
  );
}

/** Its entries of the chain, and the digest that they bind. */
function Past({ detail: { event, audit, review } }: { detail: EventDetail }) {
  const why = useWords(whyWords);
  const { digest } = useWords(actWords);
  return (
    <Panel title={why.history}>
      <History entries={audit} review={review} />
      {event.actionDigest !== null && (
        <dl className="mt-4 flex items-baseline gap-x-2 text-meta @max-md:flex-wrap">
          <dt className="shrink-0 text-ink-3">{digest}</dt>
          <dd className="flex min-w-0 items-start gap-2">
            <code className="min-w-0 break-all">{event.actionDigest}</code>
            <span className="-my-1.5 shrink-0 max-md:-my-3">
              <CopyIcon text={event.actionDigest} what={digest} />
            </span>
          </dd>
        </dl>
      )}
    </Panel>
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
  return (
    <>
      <RiskPanel detail={detail} isBrief={isBrief} />
      <div className="grid @3xl:grid-cols-2">
        <PoliciesPanel detail={detail} className="border-line @3xl:border-r" />
        <FoundPanel detail={detail} found={found} />
      </div>
    </>
  );
}

function PoliciesPanel({
  detail: { event, why: explained },
  className = '',
}: ExplanationProps & { className?: string }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  const total = format.number(explained.policiesTotal);
  const matched = explained.policies.filter((policy) => policy.matched).length;
  return (
    <Panel
      title={event.policy === null ? why.policiesTitle : why.policyThatDecided}
      aside={matched === 0 ? undefined : why.matchOf(matched, total)}
      className={className}
    >
      <Policies event={event} why={explained} />
    </Panel>
  );
}

function FoundPanel({ detail: { event, why: explained }, found }: ExplanationProps) {
  const why = useWords(whyWords);
  return (
    <Panel title={why.findings} aside={why.neverStored}>
      {found ?? <Findings event={event} factors={explained.riskFactors} />}
    </Panel>
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
