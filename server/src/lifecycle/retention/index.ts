// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the end of what is kept for a time: decision events with all that goes with them, and deliveries. A table lists
 * all other rows that end by their age. Refuses to touch audit entries: they stay for as long as their organization.
 */
export { deleteEndedRows } from './delete-ended-rows.ts';
export { deleteExpiredEvents } from './expired-events.ts';
export { turnPartitions } from './partitions.ts';
