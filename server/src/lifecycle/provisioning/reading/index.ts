// SPDX-License-Identifier: Apache-2.0
/** Owns reading values from the tree and checking them one by one. It refuses to know records and the database. */
export { nearMiss } from '@svc/documents';
export {
  list,
  nullable,
  optional,
  type Place,
  type Reader,
  type RecordOf,
  type Report,
  record,
  records,
  refined,
  required,
} from './reader.ts';
export { reportRepeats, type UniqueField } from './uniqueness.ts';
export {
  agentName,
  classification,
  flag,
  integer,
  lineOfText,
  nameAmong,
  recordName,
  resourceName,
  text,
  textOfLines,
  time,
  timeZone,
  uuid,
  word,
  yesOrNo,
} from './values.ts';
