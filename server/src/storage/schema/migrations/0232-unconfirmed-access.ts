// SPDX-License-Identifier: Apache-2.0
/** Keys, webhooks and integrations that another person may have made wait for the answer of their owner. */
export const UNCONFIRMED_ACCESS = `
  ALTER TABLE svc.organizations ADD COLUMN unconfirmed_since timestamptz;
  COMMENT ON COLUMN svc.organizations.unconfirmed_since IS
    'The only member proved an address of an account that another person may have made. Until they answer, no key,
    webhook or integration works. Null: nothing waits.';
  GRANT UPDATE (unconfirmed_since) ON svc.organizations TO svc_app;
`;
