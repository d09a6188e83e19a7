// SPDX-License-Identifier: Apache-2.0
/** Decisions as tests of lists and of single events need them. */
import type { AppAnswer } from '@svc/contract';
import type { Call, Part } from './answers.ts';
import { idOf } from './fill.ts';

export type EventPart = Part<AppAnswer<'listEvents'>['items'][number]>;

/** An export of customers' data that waits for a person. */
export const WAITING_EVENT = {
  id: idOf(900),
  decision: 'REVIEW',
  finalDecision: 'REVIEW',
  evaluatedDecision: 'REVIEW',
  review: { status: 'PENDING', expiresAt: '2026-11-25T12:00:00.000Z' },
  agent: { id: idOf(1), name: 'support-bot' },
  resource: { id: idOf(7), name: 'customers', classification: 'CUSTOMER_PII' },
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
  policy: { id: idOf(20), name: 'Review customer exports' },
  reasons: ['The policy "Review customer exports" decides REVIEW.'],
  cause: { by: 'POLICY', threshold: null, underFullEnforcement: null },
  riskScore: 75,
  riskLevel: 'HIGH',
} as const satisfies EventPart;

/** Reads that are allowed, with ids from 1 on. */
export const plainEvents = (count: number): EventPart[] =>
  Array.from({ length: count }, (_, index) => ({
    id: idOf(index + 1),
    agent: { id: idOf(2), name: 'billing-bot' },
    resource: { id: idOf(8), name: 'orders', classification: 'INTERNAL' },
    action: 'READ_DATA',
    cause: { by: 'NOTHING', threshold: null, underFullEnforcement: null },
    riskScore: 5,
    createdAt: new Date(Date.UTC(2026, 10, 24, 11) - index * 60_000).toISOString(),
  }));

/** Answers a list by pages, as long as the page asks for. */
export function pagesFrom<Item>(items: readonly Item[]) {
  return ({ query }: Pick<Call, 'query'>) => {
    const from = Number(query.cursor ?? 0);
    const to = from + Number(query.limit ?? 50);
    return { items: items.slice(from, to), nextCursor: to < items.length ? String(to) : null };
  };
}
