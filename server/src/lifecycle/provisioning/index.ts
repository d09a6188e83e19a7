// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the provisioning file: a whole deployment as one YAML document. It is checked whole and applied by name, all or
 * nothing, and never deletes. A record is applied again when the file says something new about it: what people and keys
 * changed since stays. A field that the file leaves out keeps its stored value; only a policy is replaced whole. It
 * refuses to know where the file comes from and the uses of its records.
 */
export {
  applyProvisioning,
  type GeneratedSecrets,
  type ProvisioningOptions,
  type ProvisioningReport,
} from './apply/index.ts';
export { makeHeldFile } from './apply/make-held.ts';
export type { RecordOutcome } from './apply/outcomes.ts';
export { ProvisioningError } from './faults.ts';
export type { ProvisioningSource } from './kept/index.ts';
export { parseProvisioning, readProvisioningFile } from './parse.ts';
