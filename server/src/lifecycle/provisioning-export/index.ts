// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the way back from an organization to a provisioning file: what the file can hold, by name, without secrets. It
 * refuses to know how a file is applied.
 */
export { exportProvisioning } from './export-provisioning.ts';
