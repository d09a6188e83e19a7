// SPDX-License-Identifier: Apache-2.0
/** A sum that events are added to. */

/**
 * One `WITH` part of the statement that counts a batch. It reads `batch` or an earlier part. It sees all tables as they
 * were before the statement. `COUNT_BATCH` tells the parameters.
 */
export interface Sink {
  name: string;
  sql: string;
}
