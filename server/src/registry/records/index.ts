/**
 * Owns the common part of all registered records: comparing given values with stored ones, the audit entries of
 * differences, and the rules of names. It refuses to know any kind of record.
 */
export {
  changedEntry,
  createdEntry,
  deletedEntry,
  type RecordKind,
  recordChanges,
  SECRET_SHOWN,
} from './changes.ts';
export { checkNameIsFree, checkRoom, checkUnused, findRecord, refuseFaults, refuseName } from './checks.ts';
export { agentNameFault, lineFault, resourceNameFault } from './names.ts';
export {
  fieldsThatDiffer,
  type Identified,
  kept,
  planChange,
  planRecords,
  type RecordFault,
  type RecordPlan,
  recordsOf,
} from './plan-records.ts';
export { type ReferenceTo, referenceTo } from './references.ts';
