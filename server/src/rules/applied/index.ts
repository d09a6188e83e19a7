// SPDX-License-Identifier: Apache-2.0
/**
 * Owns bringing the records of one kind to a payload, by name: the plan, then one transaction with its audit entries.
 * It refuses to know any kind of record, and who has to agree to a change.
 */
export { type AppliedKind, applyRecords, listFull } from './apply-records.ts';
