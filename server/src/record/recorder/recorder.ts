// SPDX-License-Identifier: Apache-2.0

import type { Draft, RecordOutcome } from './draft.ts';

/** Records what is decided, in batches. */
export interface Recorder {
  /**
   * Resolves after the commit is durable.
   * @throws ApiError 503 when too many decisions wait, or any error of PostgreSQL when the batch fails
   */
  record(draft: Draft): Promise<RecordOutcome>;
  /** Decisions that wait for a batch. */
  waiting(): number;
  /** Resolves when nothing waits and nothing is in flight. */
  drained(): Promise<void>;
}
