/** The review: its state, and for who may decide it the two answers. */
import type { EventItem, Review } from '@svc/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { meQuery, type Resolution } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { ReviewStatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EraseNote } from './erase-note.tsx';
import { Panel } from './panel.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import type { Result } from './result.ts';

export function ReviewPanel({ event, review }: { event: EventItem; review: Review }) {
  const { messages } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const [resolving, setResolving] = useState<Resolution | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus may be gone with the answer.
  useEffect(() => {
    if (result !== null) notice.current?.focus();
  }, [result]);
  return (
    <Panel title={messages.review.title}>
      <div className="flex flex-col gap-4">
        {result !== null && <Notice ref={notice} tone={result.tone} what={result.what} mend={result.mend} />}
        <State review={review} />
        {review.note !== null && me.organization.role !== 'MEMBER' && (
          <EraseNote eventId={event.id} onResult={setResult} />
        )}
        {review.canResolve && <Answers review={review} onChoose={setResolving} />}
        {review.status === 'PENDING' && !review.canResolve && <NotYours review={review} />}
      </div>
      {resolving !== null && (
        <ResolveDialog
          event={event}
          resolution={resolving}
          onClose={() => setResolving(null)}
          onResult={(came) => {
            setResolving(null);
            setResult(came);
          }}
        />
      )}
    </Panel>
  );
}

function State({ review }: { review: Review }) {
  const { messages } = useLanguage();
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReviewStatusBadge status={review.status} />
        {review.status === 'PENDING' && <TimeLeft review={review} />}
      </div>
      {review.decidedAt !== null && review.status !== 'EXPIRED' && <DecidedBy review={review} />}
      {review.status === 'EXPIRED' && <p>{messages.review.expiredText}</p>}
      {review.note !== null && (
        <figure className="mt-1 border-l-2 border-line pl-3">
          <figcaption className="text-muted">{messages.review.noteOf}</figcaption>
          <blockquote className="whitespace-pre-wrap">{review.note}</blockquote>
        </figure>
      )}
    </div>
  );
}

function TimeLeft({ review }: { review: Review }) {
  const { messages, format } = useLanguage();
  const left = format.left(review.expiresAt, useNow());
  return (
    <span className="text-muted">
      <Moment iso={review.expiresAt} text={left === null ? messages.reviews.overdue : messages.reviews.left(left)} />
    </span>
  );
}

function DecidedBy({ review }: { review: Review }) {
  const { messages, format } = useLanguage();
  const { decidedBy, decidedAt } = review;
  if (decidedAt === null) return null;
  const who = decidedBy === null ? null : (decidedBy.name ?? decidedBy.id);
  return (
    <p className="text-muted">
      {who !== null && `${messages.review.decidedBy(who)} (${messages.words.roles[decidedBy?.role ?? 'MEMBER']}) `}
      <Moment iso={decidedAt} text={messages.review.decidedAt(format.dateTime(decidedAt))} />
    </p>
  );
}

function Answers({ review, onChoose }: { review: Review; onChoose(resolution: Resolution): void }) {
  const { messages } = useLanguage();
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button look="primary" disabled={review.agentPaused} onClick={() => onChoose('approve')}>
          <Check aria-hidden className="size-4" />
          {messages.review.approve}
        </Button>
        <Button onClick={() => onChoose('deny')}>
          <X aria-hidden className="size-4" />
          {messages.review.deny}
        </Button>
      </div>
      {review.agentPaused && <p className="text-sm text-muted">{messages.review.agentPaused}</p>}
    </>
  );
}

function NotYours({ review }: { review: Review }) {
  const { messages, format } = useLanguage();
  const roles = review.approverRoles.map((role) => messages.words.roles[role]);
  return <p className="text-sm text-muted">{messages.review.notYours(format.list(roles))}</p>;
}
