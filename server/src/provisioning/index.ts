/**
 * Owns the provisioning file: a whole deployment as one YAML document. It is checked whole and applied by name, all or
 * nothing, and never deletes. A field that the file leaves out keeps its stored value; only a policy is replaced whole.
 * It refuses to know where the file comes from and the uses of its records.
 */
export { applyProvisioning } from './apply/index.ts';
export { ProvisioningError } from './faults.ts';
export { parseProvisioning } from './parse.ts';
