// SPDX-License-Identifier: Apache-2.0
/** The properties of an organization's table: forced row-level security, and the rights of the service role. */

/** In a sub-select each is read once per statement, not once per row. */
const ORGANIZATIONS = `(SELECT NULLIF(current_setting('svc.organizations', true), '')::uuid[])::uuid[]`;
const ACROSS = `(SELECT string_to_array(current_setting('svc.across', true), ','))::text[]`;

/**
 * @param column the column that names the organization
 * @param rights rights of the service role, for example `SELECT, INSERT` or `SELECT, UPDATE (status)`
 */
export function organizationTable(table: string, rights: string, column = 'organization_id'): string {
  return `
    ${secured(table, column)}
    ${grant(table, rights)}`;
}

function secured(table: string, column: string): string {
  return `
    ALTER TABLE svc.${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE svc.${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY organization ON svc.${table}
      USING (${column} = ANY (${ORGANIZATIONS})) WITH CHECK (${column} = ANY (${ORGANIZATIONS}));`;
}

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * Puts a table under row-level security that some statements reach over all organizations: those that name it in
 * `svc.across`.
 * @param commands what such a statement may do. All else happens to the transaction's own organizations alone
 * @param reason why it crosses, for the comment of the table
 */
export function acrossTable(table: string, rights: string, commands: readonly Command[], reason: string): string {
  const isNamed = `('${table}' = ANY (${ACROSS}))`;
  const condition = (command: Command) => (command === 'INSERT' ? `WITH CHECK ${isNamed}` : `USING ${isNamed}`);
  const policies = commands.map(
    (command) => `CREATE POLICY across_${command.toLowerCase()} ON svc.${table} FOR ${command} ${condition(command)};`,
  );
  return `
    ${secured(table, 'organization_id')}
    ${policies.join('\n    ')}
    COMMENT ON TABLE svc.${table} IS 'across organizations: ${reason}';
    ${grant(table, rights)}`;
}

/**
 * A narrow table of people or of the deployment, outside row-level security; its comment gives the reason. It names no
 * organization.
 */
export function sharedTable(table: string, rights: string, reason: string): string {
  return `
    COMMENT ON TABLE svc.${table} IS 'shared: ${reason}';
    ${grant(table, rights)}`;
}

/**
 * Rows of the record stay until they are old enough, or their organization is being deleted.
 * @param condition of a row that is old enough
 */
export const oldEnough = (table: string, condition: string): string => `
  CREATE POLICY old_enough ON svc.${table} AS RESTRICTIVE FOR DELETE TO svc_app USING (
    ${condition}
    OR EXISTS (SELECT FROM svc.organization_deletions d WHERE d.organization_id = ${table}.organization_id)
  );`;

/** A plain UPDATE covers the columns that the table has now, but for those that never change. */
function grant(table: string, rights: string): string {
  const others = rights.split(/, *(?![^(]*\))/).filter((right) => right !== 'UPDATE');
  const granted = `GRANT ${others.join(', ')} ON svc.${table} TO svc_app;`;
  if (!rights.split(/, */).includes('UPDATE')) return granted;
  return `${granted}
    DO $$
    BEGIN
      EXECUTE (
        SELECT format('GRANT UPDATE (%s) ON svc.${table} TO svc_app', string_agg(quote_ident(attname), ', '))
        FROM pg_attribute
        WHERE attrelid = 'svc.${table}'::regclass AND attnum > 0 AND NOT attisdropped
          AND attname NOT IN ('organization_id', 'id', 'created_at')
      );
    END $$;`;
}
