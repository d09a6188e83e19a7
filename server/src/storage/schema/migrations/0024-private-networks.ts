// SPDX-License-Identifier: Apache-2.0
/**
 * Whether an organization may reach the ranges that the operator opened. Organizations of this table came from
 * provisioning files, which allow it by default; new ones have it from there alone.
 */
export const PRIVATE_NETWORKS = `
  ALTER TABLE svc.organizations ADD COLUMN private_networks boolean NOT NULL DEFAULT true;
  ALTER TABLE svc.organizations ALTER COLUMN private_networks SET DEFAULT false;
`;
