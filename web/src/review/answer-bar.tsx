// SPDX-License-Identifier: Apache-2.0
/**
 * The review of an event at the foot of its sheet. It shows the two answers to people who may give them, the allowed
 * roles to others, and later the answer. A first press arms an answer: it replaces the bar with one question.
 */
import type { EventDetail, EventItem, Review } from '@svc/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PasskeyNotUsed } from '../account/passkeys.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { useApproverNames } from '../decision/approver-names.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { useAnnounce } from '../ui/announcer.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { ApprovalsSoFar } from './approvals-so-far.tsx';
import { useGrantDraft } from './grant-draft.ts';
import { type Answer, isSettled, type Result, useResolving } from './resolving.ts';
import { ReviewOutcome } from './review-outcome.tsx';
import { Signing, useSigning } from './signing.tsx';
import { answerWords } from './words.ts';
import type { words as english } from './words-en.ts';

export function AnswerBar({ detail }: { detail: EventDetail }) {
  const { event, review } = detail;
  // Another event begins anew, without the note of this one.
  return review === null ? null : <Bar key={event.id} event={event} review={review} />;
}

function Bar({ event, review }: { event: EventItem; review: Review }) {
  const words = useWords(answerWords);
  const [result, setResult] = useState<Result | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus may be gone with the answer.
  useEffect(() => {
    if (result !== null) notice.current?.focus();
  }, [result]);
  useExpiry(review);
  return (
    <section
      aria-label={words.region}
      className="flex shrink-0 flex-col gap-2.5 border-t border-line bg-surface px-(--panel-inset) py-3 max-md:sticky
        max-md:bottom-0 max-md:z-10"
    >
      {result !== null && <Notice ref={notice} tone={result.tone} what={result.what} remedy={result.remedy} />}
      <ApprovalsSoFar review={review} onResult={setResult} />
      {review.status !== 'PENDING' && <ReviewOutcome event={event} review={review} onResult={setResult} />}
      {review.status === 'PENDING' && !review.escalates && <p className="text-meta text-ink-2">{words.isKept}</p>}
      {review.canResolve && <Answers event={event} review={review} onResult={setResult} />}
      {review.status === 'PENDING' && !review.canResolve && <NotYours review={review} />}
    </section>
  );
}

/** The end of the time takes the buttons away, which a reader of the screen would not notice. */
function useExpiry({ status }: Review): void {
  const { expiredText } = useWords(answerWords);
  const announce = useAnnounce();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'PENDING' && status === 'EXPIRED') announce(expiredText);
    before.current = status;
  }, [status, announce, expiredText]);
}

interface AnswersProps {
  event: EventItem;
  review: Review;
  onResult(result: Result): void;
}

const GrantChoice = lazy(() => import('./grant-choice.tsx').then((part) => ({ default: part.GrantChoice })));

function Answers({ event, review, onResult }: AnswersProps) {
  const words = useWords(answerWords);
  const [armed, setArmed] = useState<Answer | null>(null);
  const [note, setNote] = useState('');
  const isSigned = review.approvals.signed;
  const signing = useSigning(isSigned && review.mayNotApprove === null);
  const grant = useGrantDraft();
  const resolving = useResolving(event, review, (result) => {
    setArmed(null);
    onResult(result);
  });
  const send = () => {
    if (armed === null || resolving.isPending || (armed === 'approve' && grant.isFaulty)) return;
    resolving.mutate({ answer: armed, note, grant: grant.request });
  };
  const passing = resolving.error === null || resolving.isPending ? null : failureOf(resolving.error);
  return (
    <>
      {passing !== null && armed !== null && !(passing.kind === 'refused' && isSettled(passing)) && (
        <Passing error={resolving.error} failure={passing} />
      )}
      {review.agentPaused && <p className="text-meta text-review-ink">{words.agentPaused}</p>}
      {review.mayNotApprove === null && review.approvals.grants && (
        <Suspense>
          <GrantChoice event={event} review={review} draft={grant} />
        </Suspense>
      )}
      {review.mayNotApprove !== null && <p className="text-ink-2">{words.mayNotApprove[review.mayNotApprove]}</p>}
      <Signing signing={signing} />
      <AnswerButtons
        action={event.action}
        canApprove={!review.agentPaused && review.mayNotApprove === null && signing !== 'impossible'}
        isSigned={isSigned}
        isDenyOnly={review.mayNotApprove !== null}
        asked={askedOf(event, review, words, grant.request === null ? null : words.grantText)}
        armed={armed}
        onArm={setArmed}
        note={note}
        onNote={setNote}
        isWorking={resolving.isPending}
        onSend={send}
      />
    </>
  );
}

/** It can be sent again. */
function Passing({ error, failure }: { error: Error | null; failure: Failure }) {
  const words = useWords(answerWords);
  if (error instanceof PasskeyNotUsed) return <Notice tone="information" {...words.notSigned} />;
  return <FailureNotice failure={failure} />;
}

/** An approval that is not the last one lets nothing run yet. */
function askedOf(
  { action }: EventItem,
  { approvals: { given, needed } }: Review,
  words: typeof english,
  grantText: string | null,
) {
  const isLast = given + 1 >= needed;
  if (isLast && grantText === null) return undefined;
  const text = isLast ? (grantText ?? words.approveText) : words.approveMore;
  return {
    approve: { question: words.approveQuestion(action), text },
    deny: { question: words.denyQuestion(action), text: words.denyText },
  };
}

function NotYours({ review }: { review: Review }) {
  const { format } = useLanguage();
  const words = useWords(answerWords);
  const approverNames = useApproverNames();
  return <p className="text-ink-2">{words.notYours(format.list(approverNames(review)))}</p>;
}
