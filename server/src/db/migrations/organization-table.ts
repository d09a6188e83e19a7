/** The properties of an organization's table: forced row-level security, and the rights of the service role. */

/** In a sub-select it is read once per statement, not once per row. */
const ORGANIZATIONS = `(SELECT NULLIF(current_setting('svc.organizations', true), '')::uuid[])::uuid[]`;

/**
 * @param column the column that names the organization
 * @param rights rights of the service role, for example `SELECT, INSERT`
 */
export function organizationTable(table: string, rights: string, column = 'organization_id'): string {
  return `
    ALTER TABLE svc.${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE svc.${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY organization ON svc.${table}
      USING (${column} = ANY (${ORGANIZATIONS})) WITH CHECK (${column} = ANY (${ORGANIZATIONS}));
    GRANT ${rights} ON svc.${table} TO svc_app;`;
}

/**
 * A narrow look-up table outside row-level security; its comment gives the data that crosses organizations, and the
 * reason.
 */
export function sharedTable(table: string, rights: string, reason: string): string {
  return `
    COMMENT ON TABLE svc.${table} IS 'shared: ${reason}';
    GRANT ${rights} ON svc.${table} TO svc_app;`;
}
