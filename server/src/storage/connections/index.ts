// SPDX-License-Identifier: Apache-2.0
/**
 * Owns connections to PostgreSQL: pools for each kind of work, and single ones of the owner. It refuses to know any
 * statement.
 */
export { checkSessions, NoSessionError } from './check-sessions.ts';
export type { DatabaseAddress } from './hosts.ts';
export {
  connectOwner,
  connectPrompt,
  connectService,
  createOwnerPool,
  createPatientPool,
  createPool,
  createReadPool,
  databaseOf,
  type PromptSession,
  promptSettings,
  SCHEMA,
  SERVICE_ROLE,
} from './pool.ts';
export { openPools } from './pools.ts';
export { checkWritable, READS_ONLY, READS_ONLY_CODE, ReadsOnlyError } from './session.ts';
