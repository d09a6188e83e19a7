// SPDX-License-Identifier: Apache-2.0
/** Writes the schema from the catalog: tables, columns, constraints, indexes, row-level security and rights. */
import pg from 'pg';

export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Table>(TABLES);
    return `-- Written from the catalog by \`npm run generate\`; edits here are lost.\n${rows.map(tableText).join('')}`;
  } finally {
    await client.end();
  }
}

interface Table {
  name: string;
  comment: string | null;
  unlogged: boolean;
  secured: boolean;
  columns: string[];
  constraints: string[];
  indexes: string[];
  policies: string[];
  rights: string[];
  triggers: string[];
}

function tableText(table: Table): string {
  const lines = [...table.columns, ...table.constraints].map((line) => `  ${line}`);
  const after = [...table.indexes, ...table.policies, ...table.rights, ...table.triggers].map((line) => `${line};\n`);
  return [
    `\n-- ${table.comment ?? (table.secured ? 'row-level security forced' : 'no comment')}\n`,
    `CREATE ${table.unlogged ? 'UNLOGGED ' : ''}TABLE svc.${table.name} (\n${lines.join(',\n')}\n);\n`,
    table.secured ? `ALTER TABLE svc.${table.name} FORCE ROW LEVEL SECURITY;\n` : '',
    ...after,
  ].join('');
}

/** Not-null constraints are shown with their column, because newer servers list them again as constraints. */
const TABLES = `
  SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment, c.relpersistence = 'u' AS unlogged,
    c.relrowsecurity AND c.relforcerowsecurity AS secured,
    ARRAY(
      SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    ) AS columns,
    ARRAY(
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype <> 'n' ORDER BY k.contype DESC, pg_get_constraintdef(k.oid)
    ) AS constraints,
    ARRAY(
      SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
      WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
      ORDER BY 1
    ) AS indexes,
    ARRAY(
      SELECT 'CREATE POLICY ' || p.polname || ' ON svc.' || c.relname
        || CASE WHEN p.polpermissive THEN '' ELSE ' AS RESTRICTIVE' END
        || CASE p.polcmd WHEN 'r' THEN ' FOR SELECT' WHEN 'a' THEN ' FOR INSERT' WHEN 'w' THEN ' FOR UPDATE'
          WHEN 'd' THEN ' FOR DELETE' ELSE '' END
        || CASE WHEN p.polqual IS NULL THEN ' WITH CHECK ' ELSE ' USING ' END
        || pg_get_expr(COALESCE(p.polqual, p.polwithcheck), p.polrelid)
      FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY 1
    ) AS policies,
    ARRAY(
      SELECT 'GRANT ' || string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type)
        || ' ON svc.' || c.relname || ' TO ' || g.grantee
      FROM information_schema.role_table_grants g
      WHERE g.table_schema = 'svc' AND g.table_name = c.relname AND g.grantee = 'svc_app' GROUP BY g.grantee
      UNION ALL
      SELECT 'GRANT ' || x.privilege_type || ' (' || string_agg(a.attname, ', ' ORDER BY a.attnum)
        || ') ON svc.' || c.relname || ' TO svc_app'
      FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) x
      WHERE a.attrelid = c.oid AND NOT a.attisdropped AND x.grantee = 'svc_app'::regrole GROUP BY x.privilege_type
    ) AS rights,
    ARRAY(
      SELECT pg_get_triggerdef(t.oid, true) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY 1
    ) AS triggers
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'svc' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE 'kysely%'
  ORDER BY c.relname`;
