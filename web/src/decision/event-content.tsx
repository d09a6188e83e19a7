// SPDX-License-Identifier: Apache-2.0
/** One decision in full, for its page and its panel: verdict, sentence and cause, then the facts, and why. */
import type { EventDetail } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Facts } from '../detail/facts.tsx';
import { PANEL_INSET, PANEL_LINK } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { CopyIcon } from '../ui/copy.tsx';
import { Tag } from '../ui/tag.tsx';
import { Timestamp } from '../ui/timestamp.tsx';
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
      </div>
      <DecisionSheet detail={detail} facts={<EventFacts detail={detail} />} isBrief={isBrief} />
    </>
  );
}

/** Outcome, kind of key and time of an event. */
function EventHead({ detail: { event } }: { detail: EventDetail }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Verdict event={event} isSoft />
      <Tag isDashed={event.sandbox}>{event.sandbox ? why.test : why.live}</Tag>
      <span className="ml-auto text-meta text-ink-3">
        <Timestamp iso={event.createdAt} text={format.dateTime(event.createdAt)} />
      </span>
    </p>
  );
}

function EventFacts({ detail: { event } }: { detail: EventDetail }) {
  const { messages, format } = useLanguage();
  const { facts: words } = useWords(whyWords);
  const { agent, destination, recordsAffected, resource } = event;
  const notStated = <span className="font-normal text-ink-3">{words.notStated}</span>;
  return (
    <Facts
      facts={[
        {
          label: words.agent,
          value: (
            <Link to="/agents/$id" params={{ id: agent.id }} className={`font-mono ${PANEL_LINK}`}>
              {agent.name}
            </Link>
          ),
        },
        {
          label: words.resource,
          value: (
            <Link to="/resources" search={{ open: resource.id }} className={`font-mono ${PANEL_LINK}`}>
              {resource.name}
            </Link>
          ),
          hint: messages.words.classifications[resource.classification],
        },
        {
          label: words.destination,
          value: destination === null ? notStated : messages.words.destinations[destination],
        },
        { label: words.records, value: recordsAffected === null ? notStated : format.number(recordsAffected) },
        {
          label: words.event,
          value: (
            <span className="flex items-start gap-1 text-body font-normal">
              <span className="min-w-0 font-mono">{event.id}</span>
              <span className="-my-1 max-md:-my-3">
                <CopyIcon text={event.id} what={event.id} />
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}
