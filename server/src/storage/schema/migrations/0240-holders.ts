// SPDX-License-Identifier: Apache-2.0
/**
 * Who counts as one holder of shared places: all organizations that a person made, and all persons who signed up from
 * one address. It matters on the plan that costs nothing.
 */
export const HOLDERS = `
  ALTER TABLE svc.accounts ADD COLUMN made_from text;
  COMMENT ON COLUMN svc.accounts.made_from IS 'A keyed hash of the address of the sign-up; null without one.';
  ALTER TABLE svc.organizations ADD COLUMN holder text;
  COMMENT ON COLUMN svc.organizations.holder IS
    'Organizations on the free plan with the same value share one share; null for one that an operator made.';
  GRANT UPDATE (holder) ON svc.organizations TO svc_app;

  UPDATE svc.organizations o SET holder = (
    SELECT m.account_id::text FROM svc.memberships m
    WHERE m.organization_id = o.organization_id AND m.role = 'OWNER' ORDER BY m.created_at, m.account_id LIMIT 1
  ) WHERE NOT EXISTS (
    SELECT FROM svc.organization_directory d
    WHERE d.organization_id = o.organization_id AND d.name_digest = sha256(convert_to(o.name, 'UTF8'))
  );
`;
