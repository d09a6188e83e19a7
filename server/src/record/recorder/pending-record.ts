// SPDX-License-Identifier: Apache-2.0

import type { CallOutcomeDraft, DecisionDraft, RecordOutcome } from './draft.ts';

/** A decision, or the outcome of a forwarded call, on its way into a batch. */
export interface PendingRecord {
  draft: DecisionDraft | CallOutcomeDraft;
  resolve(outcome: RecordOutcome): void;
  reject(error: Error): void;
}
