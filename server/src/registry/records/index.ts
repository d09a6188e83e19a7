/**
 * Owns what all registered records have in common: how given values are compared with stored ones, what the audit chain
 * says of a difference, and which names may be given. It refuses to know any kind of record.
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
