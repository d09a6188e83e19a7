// SPDX-License-Identifier: Apache-2.0
/** Sends the answer to a review, and tells from the state that the event is in then why it did not count. */
import type { EventDetail, EventItem } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { readAgain } from '../api/read-again.ts';
import { readOf } from '../api/reading.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import type { NoticeTone } from '../ui/notice.tsx';
import { answerWords } from './words.ts';

export type Answer = 'approve' | 'deny';

/** The result of an answer, while it is visible. */
export interface Result {
  tone: NoticeTone;
  what: string;
  remedy?: string;
}

interface Sent {
  answer: Answer;
  note: string;
}

/**
 * A settled answer of the service is a result. A temporary failure, such as a lost connection, is an error, after which
 * it can be sent again.
 */
export function useResolving(event: EventItem, onResult: (result: Result) => void) {
  const { failures } = useLanguage().messages;
  const words = useWords(answerWords);
  const queries = useQueryClient();
  const detailKey = readOf('readEventDetail', { params: { id: event.id } }).queryKey;
  const readAll = () =>
    Promise.all([['listReviews'], ['listEvents'], detailKey].map((queryKey) => readAgain(queries, { queryKey })));
  /** Why it was refused. */
  function settled(failure: Extract<Failure, { kind: 'refused' }>): Omit<Result, 'tone'> {
    const review = queries.getQueryData<EventDetail>(detailKey)?.review;
    if (failure.status === 403 && review?.mayNotApprove === 'ASKER') return { what: words.mayNotApprove.ASKER };
    if (failure.status === 403) return { what: words.notPermitted, remedy: failures.byCode.forbidden.remedy };
    if (review?.status === 'APPROVED') return { what: words.alreadyApproved };
    if (review?.status === 'DENIED') return { what: words.alreadyDenied };
    if (review?.status === 'EXPIRED') return { what: words.alreadyExpired };
    if (review?.mayNotApprove === 'COUNTED') return { what: words.mayNotApprove.COUNTED };
    return review?.agentPaused === true ? { what: words.agentPaused } : failures.byCode.conflict;
  }
  return useMutation({
    mutationFn({ answer, note }: Sent) {
      const input = { params: { eventId: event.id }, body: note.trim() === '' ? {} : { note: note.trim() } };
      return answer === 'approve' ? callApi('approveReview', input) : callApi('denyReview', input);
    },
    async onSuccess({ review }, { answer }) {
      await readAll();
      const approved = review?.status === 'PENDING' ? words.addedNow : words.approvedNow;
      onResult({ tone: 'success', what: answer === 'approve' ? approved : words.deniedNow });
    },
    async onError(error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || (failure.status !== 403 && failure.status !== 409)) return;
      await readAll();
      onResult({ tone: 'problem', ...settled(failure) });
    },
  });
}
