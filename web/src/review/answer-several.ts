/** Answers several reviews, each by a call of its own, and says of each how it ended. */
import type { Review, ReviewItem } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { Answer } from './resolving.ts';

/** How one of them ended. */
export type Line =
  | { kind: 'approved' | 'denied' | 'expired' | 'paused' | 'forbidden' | 'gone' | 'failed' }
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
      for (const { eventId } of items) {
        const line = await answerOne(eventId, answer, note.trim());
        setLines((now) => ({ ...now, [eventId]: line }));
      }
    },
    async onSettled() {
      await Promise.all(
        [['listReviews'], ['listEvents'], ['readEventDetail']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onDone();
    },
  });
  return { lines, send: sending.mutate, isWorking: sending.isPending };
}

async function answerOne(eventId: string, answer: Answer, note: string): Promise<Line> {
  const input = { params: { eventId }, body: note === '' ? {} : { note } };
  try {
    await (answer === 'approve' ? callApi('approveReview', input) : callApi('denyReview', input));
    return { kind: answer === 'approve' ? 'approved' : 'denied' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused') return { kind: 'failed' };
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
    return { kind: review.agentPaused ? 'paused' : 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}
