// SPDX-License-Identifier: Apache-2.0

import type { Counter } from '@svc/core/budgets';
import type { DecisionResult } from '@svc/core/decision';
import { countersOf } from '@svc/core/settlement';
import type { Draft, RecordOutcome } from './draft.ts';

/** A decision, the outcome of a forwarded call or a change of an event, on its way into a batch. */
export interface PendingRecord {
  draft: Draft;
  /** The counts that it is settled by. */
  counters: readonly Counter[];
  /** The outcome of its last linking: null where it stands as drafted, undefined before it was linked here. */
  settled?: DecisionResult | null;
  resolve(outcome: RecordOutcome): void;
  reject(error: Error): void;
}

export function pendingRecord(
  draft: Draft,
  { resolve, reject }: Pick<PendingRecord, 'resolve' | 'reject'>,
): PendingRecord {
  return { draft, counters: countersOfDraft(draft), resolve, reject };
}

const NO_COUNTERS: readonly Counter[] = Object.freeze([]);

function countersOfDraft(draft: Draft): readonly Counter[] {
  if ('changeOf' in draft) return draft.counters ?? NO_COUNTERS;
  return 'event' in draft && draft.unsettled !== null ? countersOf(draft.unsettled.standing) : NO_COUNTERS;
}

export const organizationOf = ({ draft }: PendingRecord): string => draft.organizationId;
