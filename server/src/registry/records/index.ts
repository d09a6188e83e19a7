// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the common part of all registered records: comparing given values with stored ones, and audit entries of
 * differences. It makes, changes and deletes one record for a person. It refuses to know any kind of record.
 */
export {
  createRecord,
  type DeletableTable,
  deleteRecord,
  type RecordTable,
  updateRecord,
} from './change-record.ts';
export {
  changedEntry,
  createdEntry,
  deletedEntry,
  type RecordKind,
  recordChanges,
  SECRET_SHOWN,
} from './changes.ts';
export { checkUnused, findRecord, refuseDescription, refuseName } from './checks.ts';
export { type HeldChanger, type Hold, isWidened } from './hold.ts';
export { kindOf } from './kind.ts';
export {
  fieldsThatDiffer,
  type Identified,
  kept,
  planChange,
  planRecords,
  type RecordFault,
  type RecordPlan,
  type RecordWrites,
  recordsOf,
} from './plan-records.ts';
export { referenceIn, referenceTo } from './references.ts';
