// SPDX-License-Identifier: Apache-2.0
/** One event: what was asked, what was decided and why, the review of it, and its entries of the audit chain. */
import type { EventItem } from '@svc/contract';
import { Link, useParams } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { isNotThere } from '../../api/failure.ts';
import { EventContent } from '../../decision/event-content.tsx';
import { useEventDetail } from '../../decision/event-detail.ts';
import { useActTitle } from '../../decision/sentence.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { AnswerBar } from '../../review/answer-bar.tsx';
import { Can } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { eventWords } from './words.ts';

const LgpdAnswerDialog = lazy(() => import('./lgpd-answer-dialog.tsx'));

export function EventPage() {
  const words = useWords(eventWords);
  const titleOf = useActTitle();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const detail = useEventDetail(eventId);
  const { data, error } = detail;
  const crumb = { name: words.events, to: '/events' } as const;
  if (isNotThere(error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/events" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={data === undefined ? words.title : titleOf(data.event)}
      crumb={crumb}
      actions={data !== undefined && !data.event.sandbox && <LgpdAnswer event={data.event} />}
    >
      <ScrollRegion label={words.region} className="md:[--panel-inset:1.5rem]">
        <Answered query={detail}>{(answer) => <EventContent detail={answer} />}</Answered>
      </ScrollRegion>
      <div className="contents md:[--panel-inset:1.5rem]">
        <Suspense>{data !== undefined && <AnswerBar detail={data} />}</Suspense>
      </div>
    </Page>
  );
}

function LgpdAnswer({ event }: { event: EventItem }) {
  const { answer } = useWords(eventWords);
  return (
    <Can operation="exportLgpdAnswer">
      <DialogButton aria-label={answer.button} dialog={(close) => <LgpdAnswerDialog event={event} onClose={close} />}>
        <FileText aria-hidden className="size-4" />
        <span className="max-md:sr-only">{answer.button}</span>
      </DialogButton>
    </Can>
  );
}
