/** An event beside its list: the sentence, how it was decided step by step, and the answer where one is asked for. */
import type { EventDetail } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DRAWER_LINK, Drawer } from '../detail/drawer.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import type { Opened } from '../list/list-page.tsx';
import { listPageWords } from '../list/page-words.ts';
import { AnswerBar } from '../review/answer-bar.tsx';
import { Answered } from '../ui/answered.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { Timestamp, useNow } from '../ui/timestamp.tsx';
import { useEventDetail } from './event-detail.ts';
import { OutcomeGlyph } from './glyph.tsx';
import { outcomeOf } from './outcome.ts';
import { WhyLine } from './reason.tsx';
import { Sentence, useActTitle } from './sentence.tsx';
import { Trace } from './trace.tsx';
import { Verdict } from './verdict.tsx';
import { whyWords } from './why-words.ts';

/** @param opened its key is the id of the event */
export function EventDrawer({ opened }: { opened: Opened<unknown> }) {
  const words = useWords(listPageWords);
  const why = useWords(whyWords);
  const titleOf = useActTitle();
  const id = opened.key;
  const detail = useEventDetail(id);
  const { data } = detail;
  const link = (
    <Link to="/events/$eventId" params={{ eventId: id }} className={DRAWER_LINK}>
      {words.openAsPage}
    </Link>
  );
  return (
    <Drawer
      label={data === undefined ? why.howDecided : titleOf(data.event)}
      id={id}
      pageLink={link}
      onMove={opened.onMove}
      onClose={opened.onClose}
      foot={
        data !== undefined && (
          <Suspense>
            <AnswerBar detail={data} />
          </Suspense>
        )
      }
    >
      <Answered query={detail} skeleton={<Skeleton rows={6} />}>
        {(answer) => <DrawerContent detail={answer} />}
      </Answered>
    </Drawer>
  );
}

function DrawerContent({ detail }: { detail: EventDetail }) {
  const why = useWords(whyWords);
  return (
    <div className="p-5 max-md:p-4">
      <EventHead detail={detail} />
      <p className="mt-3 text-title font-normal text-ink-2">
        <Sentence event={detail.event} />
      </p>
      <div className="mt-3 flex items-start gap-2 text-ink-2">
        <OutcomeGlyph outcome={outcomeOf(detail.event)} className="mt-[3px] size-3.5" />
        <WhyLine detail={detail} />
      </div>
      <h3 className="mt-5 mb-3 font-semibold">{why.howDecided}</h3>
      <Trace detail={detail} />
    </div>
  );
}

/** Outcome, key and time of an event. */
export function EventHead({ detail: { event } }: { detail: EventDetail }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  const nowMs = useNow();
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Verdict event={event} isSoft />
      <Tag isDashed={event.sandbox}>{event.sandbox ? why.test : why.live}</Tag>
      <span className="ml-auto text-meta text-ink-3">
        <Timestamp iso={event.createdAt} text={format.recent(event.createdAt, nowMs)} />
      </span>
    </p>
  );
}
