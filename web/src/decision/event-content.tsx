// SPDX-License-Identifier: Apache-2.0
/** One decision in full, for its page and its panel: verdict, sentence and cause, then the facts, and why. */
import type { EventDetail } from '@svc/contract';
import { PANEL_INSET } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Tag } from '../ui/tag.tsx';
import { Timestamp } from '../ui/timestamp.tsx';
import { ActState, OutcomeSource } from './act-state.tsx';
import { AgentSays } from './agent-says.tsx';
import { DecisionSheet } from './decision-sheet.tsx';
import { Sentence } from './sentence.tsx';
import { Verdict } from './verdict.tsx';
import { whyWords } from './why-words.ts';

interface EventContentProps {
  detail: EventDetail;
  /** Beside a list: how the risk adds up, and what would be allowed, are opened. */
  isBrief?: boolean;
}

export function EventContent({ detail, isBrief = false }: EventContentProps) {
  return (
    <>
      <div className={`${PANEL_INSET} pt-5 pb-3`}>
        <EventHead detail={detail} />
        <p className="mt-2 max-w-4xl text-page text-ink-2 @2xl:text-sentence">
          <Sentence event={detail.event} />
        </p>
        <OutcomeSource event={detail.event} />
      </div>
      <AgentSays detail={detail} canErase />
      <DecisionSheet detail={detail} isBrief={isBrief} />
    </>
  );
}

/** Verdict and what became of it, kind of key and time of an event. */
function EventHead({ detail: { event } }: { detail: EventDetail }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Verdict event={event} isSoft />
      <ActState event={event} />
      <Tag isDashed={event.sandbox}>{event.sandbox ? why.test : why.live}</Tag>
      <span className="ml-auto text-meta text-ink-3">
        <Timestamp iso={event.createdAt} text={format.dateTime(event.createdAt)} />
      </span>
    </p>
  );
}
