// SPDX-License-Identifier: Apache-2.0
/**
 * Owns work on PostgreSQL: transactions under row-level security, listeners, the statements of one round trip, arrays
 * of columns, and ids that follow time. Refuses to know any table's meaning.
 */
export { queryAcross, SEE_ACROSS } from './across.ts';
export { byOrganization } from './by-organization.ts';
export { type ColumnArray, type Columns, columnArrays, type RowOf, unnested } from './column-arrays.ts';
export { type Condition, conditionsOf } from './conditions.ts';
export { isDatabaseFault } from './faults.ts';
export { holdConnection } from './hold-connection.ts';
export { commitAtOnce, type Statement } from './implicit-transaction.ts';
export { type Listener, listen } from './listen.ts';
export { writtenParameters } from './messages.ts';
export {
  begin,
  commit,
  endFailed,
  inOneBurst,
  inTransaction,
  seeOrganizations,
  type Transaction,
  transactionOn,
} from './transaction.ts';
export { idFrom, uuidv7 } from './uuid.ts';
