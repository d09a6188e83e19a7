// SPDX-License-Identifier: Apache-2.0

import type { Draft, RecordOutcome } from './draft.ts';

/** A decision, the outcome of a forwarded call or a change of an event, on its way into a batch. */
export interface PendingRecord {
  draft: Draft;
  resolve(outcome: RecordOutcome): void;
  reject(error: Error): void;
}

export const organizationOf = ({ draft }: PendingRecord): string => draft.organizationId;
