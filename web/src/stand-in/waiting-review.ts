// SPDX-License-Identifier: Apache-2.0
/** A review that waits for an answer, opened in the queue. */
import type { Review, ReviewItem } from '@svc/contract';
import type { Answers } from './answers.ts';
import { type EventPart, WAITING_EVENT } from './events.ts';
import { openApp } from './index.ts';

export const PENDING = WAITING_EVENT.review;

/** One approval of an owner or admin is enough. */
export const APPROVALS: Review['approvals'] = {
  needed: 1,
  given: 0,
  stillFrom: ['OWNER', 'ADMIN'],
  notAsker: false,
  signed: false,
  validMinutes: null,
  grants: false,
  grant: null,
  by: [],
};

export const WAITING_REVIEW = {
  eventId: WAITING_EVENT.id,
  ...PENDING,
  approverRoles: ['OWNER', 'ADMIN'],
  canResolve: true,
  escalates: true,
  approvals: APPROVALS,
  mayNotApprove: null,
} satisfies Partial<ReviewItem>;

interface Opened {
  /** Beside the fields of `WAITING_EVENT`. */
  event?: EventPart;
  /** Beside the fields of `WAITING_REVIEW`. */
  review?: Partial<ReviewItem>;
  answers?: Answers;
  options?: Parameters<typeof openApp>[2];
}

export function openReview({ event: ofEvent = {}, review: ofReview = {}, answers = {}, options = {} }: Opened = {}) {
  const event = { ...WAITING_EVENT, ...ofEvent };
  const review = { ...WAITING_REVIEW, ...ofReview };
  const around: Answers = {
    listReviews: { items: [{ ...review, event }] },
    readEventDetail: { event, review },
    readEventWaysOut: {},
    readAgent: { ...WAITING_EVENT.agent, ...event.agent },
    listEvents: {},
  };
  return openApp(`/reviews?event=${WAITING_EVENT.id}`, { ...around, ...answers }, options);
}
