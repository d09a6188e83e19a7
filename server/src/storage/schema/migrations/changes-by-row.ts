// SPDX-License-Identifier: Apache-2.0
/**
 * Roles and plans change one row a call, with the rights of the caller. A distributed database lets one user alone
 * write the rows of an organization in a transaction.
 */

const oneRow = (what: string, row: string, update: string): string => `
  BEGIN
    EXECUTE format('SET LOCAL svc.changes = %L', '${what} ' || ${row});
    ${update};
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    SET LOCAL svc.changes = '';
    RETURN true;
  END`;
const isNotThe = (what: string, row: string): string =>
  `current_setting('svc.changes', true) IS DISTINCT FROM '${what} ' || ${row}`;

export const CHANGES_BY_ROW = `
  CREATE OR REPLACE FUNCTION svc.set_role(organization uuid, account uuid, becomes text) RETURNS boolean
  LANGUAGE plpgsql AS $$${oneRow(
    'role',
    `organization || ' ' || account`,
    `UPDATE svc.memberships SET role = becomes WHERE organization_id = organization AND account_id = account`,
  )} $$;
  GRANT UPDATE (role) ON svc.memberships TO svc_app;
  CREATE TRIGGER never_many BEFORE UPDATE OF role ON svc.memberships FOR EACH ROW
    WHEN (${isNotThe('role', `OLD.organization_id || ' ' || OLD.account_id`)})
    EXECUTE FUNCTION svc.refuse_update();

  CREATE OR REPLACE FUNCTION svc.set_plan(organization uuid, becomes text, networks boolean) RETURNS boolean
  LANGUAGE plpgsql AS $$${oneRow(
    'plan',
    'organization',
    `UPDATE svc.organizations SET plan = becomes, private_networks = networks WHERE organization_id = organization`,
  )} $$;
  GRANT UPDATE (plan, private_networks) ON svc.organizations TO svc_app;
  CREATE TRIGGER never_many BEFORE UPDATE OF plan, private_networks ON svc.organizations FOR EACH ROW
    WHEN (${isNotThe('plan', 'OLD.organization_id')})
    EXECUTE FUNCTION svc.refuse_update();
`;
