// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the connection to PostgreSQL: pools, listeners, transactions under row-level security, migrations, the
 * statements of one round trip, and ids that follow time. Refuses to know any table's meaning.
 */
export { queryAcross, SEE_ACROSS } from './across.ts';
export { checkServiceRole } from './check-role.ts';
export { type ColumnArray, type Columns, columnArrays, columnBuffers, type RowOf, unnested } from './column-arrays.ts';
export { type Condition, conditionsOf } from './conditions.ts';
export { isDatabaseFault } from './faults.ts';
export { commitAtOnce, type Statement } from './implicit-transaction.ts';
export { isMigrated } from './is-migrated.ts';
export { type Listener, listen } from './listen.ts';
export { writtenParameters } from './messages.ts';
export {
  connectOwner,
  connectPrompt,
  createPool,
  createReadPool,
  type DatabaseAddress,
  type PromptSession,
  promptOptions,
} from './pool.ts';
export { openPools } from './pools.ts';

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
export { uuidv7 } from './uuid.ts';

/** Loaded when it is called: the query builder of the migrations is needed for nothing else. */
export const loadMigrations = () => import('./migrate.ts');

/** Loaded when it is called, once at a start. */
export const loadSignIn = () => import('./sign-in.ts');

/** Loaded when it is called: only a check of the machine needs it. */
export const loadInspection = () => import('./inspect-server.ts');
