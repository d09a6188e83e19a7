// SPDX-License-Identifier: Apache-2.0
/**
 * Owns keyed hashes of what a file said when each of its records was last applied. By them it chooses the records that
 * are applied again. It refuses to know what the fields mean.
 */
export { type Choice, type ChoosingDeps, choose } from './choose.ts';
export { type RecordKindName, recordDigest } from './fields.ts';
export { keepSaid, type ProvisioningSource, type SaidToKeep, selectSaid } from './rows.ts';
