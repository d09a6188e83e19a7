// SPDX-License-Identifier: Apache-2.0
/** Answers several reviews, each by a call of its own, and says of each how it ended. */
import type { Review, ReviewItem } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { readAgain } from '../api/read-again.ts';
import type { Answer } from './resolving.ts';

/** Sent without an answer, refused for the rate of changes, or not sent after such a one. */
type Unanswered = 'failed' | 'limited' | 'unsent';

const UNANSWERED: readonly string[] = ['failed', 'limited', 'unsent'] satisfies Unanswered[];

/** It may be sent, for the first time or again. */
export const isLeft = (line: Line | undefined) => line === undefined || UNANSWERED.includes(line.kind);

/** How one of them ended. */
export type Line =
  | { kind: 'added' | 'approved' | 'denied' | 'expired' | 'paused' | 'forbidden' | 'gone' | Unanswered }
  | { kind: 'already'; status: 'APPROVED' | 'DENIED'; review: Review };

type Lines = Readonly<Record<string, Line>>;

interface Sent {
  items: readonly ReviewItem[];
  answer: Answer;
  note: string;
}

export function useAnswerSeveral(onDone: () => void) {
  const queries = useQueryClient();
  const [lines, setLines] = useState<Lines>({});
  const sending = useMutation({
    async mutationFn({ items, answer, note }: Sent) {
      let isStopped = false;
      for (const { eventId } of items) {
        const line: Line = isStopped ? { kind: 'unsent' } : await answerOne(eventId, answer, note.trim());
        // The others would fare no better, and would count against the limit.
        isStopped ||= isLeft(line);
        setLines((now) => ({ ...now, [eventId]: line }));
      }
    },
    async onSettled() {
      await Promise.all(
        [['listReviews'], ['listEvents'], ['readEventDetail']].map((queryKey) => readAgain(queries, { queryKey })),
      );
      onDone();
    },
  });
  return { lines, send: sending.mutate, isWorking: sending.isPending };
}

async function answerOne(eventId: string, answer: Answer, note: string): Promise<Line> {
  const input = { params: { eventId }, body: note === '' ? {} : { note } };
  try {
    if (answer === 'deny') {
      await callApi('denyReview', input);
      return { kind: 'denied' };
    }
    const { review } = await callApi('approveReview', input);
    return { kind: review?.status === 'PENDING' ? 'added' : 'approved' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused') return { kind: 'failed' };
    if (failure.status === 429) return { kind: 'limited' };
    if (failure.status === 403) return { kind: 'forbidden' };
    if (failure.status === 404) return { kind: 'gone' };
    return failure.status === 409 ? await whyNot(eventId) : { kind: 'failed' };
  }
}

/** The state of the review tells why an answer did not count. */
async function whyNot(eventId: string): Promise<Line> {
  try {
    const { review } = await callApi('readEventDetail', { params: { id: eventId } });
    if (review === null) return { kind: 'gone' };
    const { status } = review;
    if (status === 'APPROVED' || status === 'DENIED') return { kind: 'already', status, review };
    if (status === 'EXPIRED') return { kind: 'expired' };
    if (review.mayNotApprove === 'COUNTED') return { kind: 'added' };
    return { kind: review.agentPaused ? 'paused' : 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}
