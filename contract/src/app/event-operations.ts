// SPDX-License-Identifier: Apache-2.0
/** The operations on events. */
import { ContextErasureSchema, EventDetailSchema, EventListQuerySchema, EventListSchema } from './events.ts';
import { LgpdAnswerQuerySchema } from './lgpd-answer.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import { EventWaysOutSchema } from './ways-out.ts';

export const EVENT_OPERATIONS = {
  eraseEventContext: {
    method: 'POST',
    path: '/events/{id}/erase-context',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ContextErasureSchema,
    success: { status: 204, body: null },
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    who: EVERY_MEMBER,
    query: EventListQuerySchema,
    body: null,
    success: { status: 200, body: EventListSchema },
  },
  readEventDetail: {
    method: 'GET',
    path: '/events/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: EventDetailSchema },
  },
  exportLgpdAnswer: {
    method: 'GET',
    path: '/events/{id}/lgpd-answer',
    who: OWNERS_AND_ADMINS,
    hasEffect: true,
    query: LgpdAnswerQuerySchema,
    body: null,
    success: { status: 200, body: null },
  },
  readEventWaysOut: {
    method: 'GET',
    path: '/events/{id}/ways-out',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: EventWaysOutSchema },
  },
} as const satisfies Record<string, AppOperation>;
