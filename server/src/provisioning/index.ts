/**
 * Owns the provisioning file: a whole deployment as one YAML document that is checked whole and applied by name, all or
 * nothing, and never deletes. A field that the file leaves out keeps its stored value; only a policy is replaced whole.
 * Refuses to know where the file comes from and what its records are used for.
 */
export { applyProvisioning } from './apply/index.ts';
export { ProvisioningError } from './faults.ts';
export { parseProvisioning } from './parse.ts';
