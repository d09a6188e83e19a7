// SPDX-License-Identifier: Apache-2.0
/** The answer, its author and its note; owners and admins may erase the note. */
import type { EventItem, Review } from '@svc/contract';
import { outcomeOf } from '../decision/outcome.ts';
import { OutcomeWord } from '../decision/verdict.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Can } from '../session/may.tsx';
import { EraseNote } from './erase-note.tsx';
import type { Result } from './resolving.ts';
import { answerWords } from './words.ts';

interface ReviewOutcomeProps {
  event: EventItem;
  review: Review;
  onResult(result: Result): void;
}

export function ReviewOutcome({ event, review, onResult }: ReviewOutcomeProps) {
  const words = useWords(answerWords);
  const { note } = review;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <OutcomeWord outcome={outcomeOf(event)} isSoft />
        {review.status === 'EXPIRED' ? <span>{words.expiredText}</span> : <DecidedBy review={review} />}
      </p>
      {note !== null && (
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="min-w-0 whitespace-pre-wrap">
            <span className="text-ink-3">{words.noteOf}: </span>
            {note}
          </p>
          <Can operation="eraseReviewNote">
            <EraseNote eventId={event.id} onResult={onResult} />
          </Can>
        </div>
      )}
    </div>
  );
}

function DecidedBy({ review: { decidedBy, decidedAt } }: { review: Review }) {
  const { messages, format } = useLanguage();
  const words = useWords(answerWords);
  if (decidedAt === null || decidedBy === null) return null;
  const role = messages.words.roles[decidedBy.role];
  return (
    <time dateTime={decidedAt} className="text-ink-2">
      {words.decidedBy(decidedBy.name ?? decidedBy.id, role, format.dateTime(decidedAt))}
    </time>
  );
}
