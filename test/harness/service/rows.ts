/** Looks into the database past the service: as its owner, who sees every organization. */
import type { AuditEntry } from '@svc/core/audit-chain';
import pg from 'pg';
import type { TestDatabase } from '../postgres/index.ts';

export async function readRows<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    // The owner of the tables is bound by row-level security too, unless it is a superuser.
    await client.query(SEE_EVERY_ORGANIZATION);
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const SEE_EVERY_ORGANIZATION = `
  SELECT set_config('svc.organizations', '{' || string_agg(organization_id::text, ',') || '}', false)
  FROM svc.organization_directory`;

/** The chain of an organization, in order, in the form in which it was hashed. */
export async function readAuditEntries(database: TestDatabase, organization: string): Promise<AuditEntry[]> {
  const rows = await readRows<Record<string, never>>(
    database,
    `SELECT e.* FROM svc.audit_entries e JOIN svc.organizations o USING (organization_id)
     WHERE o.name = $1 ORDER BY seq`,
    [organization],
  );
  return rows.map((row: pg.QueryResultRow) => ({
    seq: Number(row.seq),
    organizationId: row.organization_id,
    at: (row.at as Date).toISOString(),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    metadata: row.metadata,
    prevHash: (row.prev_hash as Buffer).toString('hex'),
    hash: (row.hash as Buffer).toString('hex'),
  }));
}
