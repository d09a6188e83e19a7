// SPDX-License-Identifier: Apache-2.0
/** Whether callers that are refused are told which smallest changes would be allowed. */
export const ALTERNATIVES = `
  ALTER TABLE svc.organizations ADD COLUMN alternatives boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.organizations.alternatives IS
    'Callers that are refused are told bounds within which the same action would be allowed; never names.';
  GRANT UPDATE (alternatives) ON svc.organizations TO svc_app;
`;
