// SPDX-License-Identifier: Apache-2.0
/**
 * Owns pages of registered records with the figures beside them. It refuses to know any kind of record.
 */
export {
  ACTIVITY_COLUMNS,
  type ActivityRow,
  activityJoins,
  activityOf,
  figureSorts,
  lastSort,
  usesOf,
} from './figures.ts';
export {
  listRecords,
  type RecordListShape,
  searchIn,
  sortedPage,
} from './list-records.ts';
export { viewOf } from './view.ts';
