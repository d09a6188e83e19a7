// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the common part of all registered records: comparing given values with stored ones, audit entries of
 * differences, and the rules of names. It makes, changes and deletes one record for a person, and reads pages of
 * records with their figures. It refuses to know any kind of record.
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
export {
  ACTIVITY_COLUMNS,
  type ActivityRow,
  activityJoins,
  activityOf,
  figureSorts,
  lastSort,
  usesOf,
} from './figures.ts';
export { type HeldChanger, type Hold, isWidened } from './hold.ts';
export {
  listRecords,
  type RecordListShape,
  searchIn,
  sortedPage,
} from './list-records.ts';
export { agentNameFault, lineFault, resourceNameFault, textFault } from './names.ts';
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
export { checkReachable } from './reachable.ts';
export { type ReferenceTo, referenceIn, referenceTo } from './references.ts';
