// SPDX-License-Identifier: Apache-2.0
/** Sends the answer to a review, and tells from the state that the event is in then why it did not count. */
import type { EventDetail, EventItem, GrantRequest, Review } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signApproval } from '../account/passkeys.ts';
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
  /** With an approval: the same is let through for a time. */
  grant: GrantRequest | null;
}

/** The service has looked at the answer, and it did not count. A signature that is refused is made anew. */
export const isSettled = ({ status, fields }: Extract<Failure, { kind: 'refused' }>): boolean =>
  status === 403 || status === 409 || (status === 400 && fields.signature !== undefined);

/**
 * A settled answer of the service is a result. A temporary failure, such as a lost connection, is an error, after which
 * it can be sent again.
 */
export function useResolving(event: EventItem, review: Review, onResult: (result: Result) => void) {
  const { failures } = useLanguage().messages;
  const words = useWords(answerWords);
  const queries = useQueryClient();
  const detailKey = readOf('readEventDetail', { params: { id: event.id } }).queryKey;
  const readAll = () =>
    Promise.all(
      [['listReviews'], ['listEvents'], ['listGrants'], detailKey].map((queryKey) => readAgain(queries, { queryKey })),
    );
  /** Why it was refused. */
  function settled(failure: Extract<Failure, { kind: 'refused' }>): Omit<Result, 'tone'> {
    const now = queries.getQueryData<EventDetail>(detailKey)?.review;
    if (failure.code === 'signature_required') return failures.byCode.signature_required;
    if (failure.code === 'grant_not_allowed') return failures.byCode.grant_not_allowed;
    if (failure.fields.signature !== undefined) return words.signatureRefused;
    if (failure.status === 403 && now?.mayNotApprove === 'ASKER') return { what: words.mayNotApprove.ASKER };
    if (failure.status === 403) return { what: words.notPermitted, remedy: failures.byCode.forbidden.remedy };
    if (now?.status === 'APPROVED') return { what: words.alreadyApproved };
    if (now?.status === 'DENIED') return { what: words.alreadyDenied };
    if (now?.status === 'EXPIRED') return { what: words.alreadyExpired };
    if (now?.mayNotApprove === 'COUNTED') return { what: words.mayNotApprove.COUNTED };
    return now?.agentPaused === true ? { what: words.agentPaused } : failures.byCode.conflict;
  }
  return useMutation({
    async mutationFn({ answer, note, grant }: Sent) {
      const params = { eventId: event.id };
      const said = note.trim() === '' ? {} : { note: note.trim() };
      if (answer === 'deny') return await callApi('denyReview', { params, body: said });
      const asked = grant === null ? {} : { grant };
      const response = review.approvals.signed ? await signApproval(event.id, asked) : null;
      const signed = response === null ? {} : { signature: { response } };
      return await callApi('approveReview', { params, body: { ...said, ...asked, ...signed } });
    },
    async onSuccess({ review: after }, { answer }) {
      await readAll();
      const approved = after?.status === 'PENDING' ? words.addedNow : words.approvedNow;
      onResult({ tone: 'success', what: answer === 'approve' ? approved : words.deniedNow });
    },
    async onError(error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || !isSettled(failure)) return;
      await readAll();
      onResult({ tone: 'problem', ...settled(failure) });
    },
  });
}
