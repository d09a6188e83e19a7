// SPDX-License-Identifier: Apache-2.0
/** An event beside its list: the page of it, in less room, with the answer where one is asked for. */
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { EventContent } from '../decision/event-content.tsx';
import { useEventDetail } from '../decision/event-detail.ts';
import { useActTitle } from '../decision/sentence.tsx';
import { whyWords } from '../decision/why-words.ts';
import { DRAWER_LINK, Drawer } from '../detail/drawer.tsx';
import { useWords } from '../language/word-set.ts';
import type { Opened } from '../list/list-page.tsx';
import { listPageWords } from '../list/page-words.ts';
import { Answered } from '../ui/answered.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AnswerBar } from './answer-bar.tsx';

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
      label={data === undefined ? why.facts.event : titleOf(data.event)}
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
        {(answer) => <EventContent key={id} detail={answer} isBrief />}
      </Answered>
    </Drawer>
  );
}
