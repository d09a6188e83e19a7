// SPDX-License-Identifier: Apache-2.0
/** Many rows in every list of one organization, in tables that are never analyzed by themselves. */
import type pg from 'pg';

export const ORGANIZATION = '01a00000-0000-7000-8000-000000000001';
export const WEBHOOK = '01a00000-0000-7000-8000-000000000002';
const TABLES = ['events', 'audit_entries', 'reviews', 'webhook_deliveries', 'webhook_attempts', 'anomalies'];

/** Ids that follow time, one each second from the first of November. */
const idAt = (n: string, digit: string) =>
  `(lpad(to_hex((1793491200000 + ${n} * 1000)::bigint), 12, '0') || '7000800${digit}'
    || lpad(to_hex(${n}), 12, '0'))::uuid`;

export async function fillLists(owner: pg.Client, rows: number): Promise<void> {
  await owner.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', false)`);
  for (const table of await storedTables(owner, TABLES)) {
    await owner.query(`ALTER TABLE svc.${table} SET (autovacuum_enabled = false)`);
  }
  for (const text of statements(rows)) await owner.query(text);
}

/** These tables, or their partitions in place of them. */
export async function storedTables(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
       LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind = 'r' AND COALESCE(p.relname, c.relname) = ANY ($1)`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

const AT = `timestamptz '2026-11-01T00:00:00Z' + n * interval '1 second'`;

function statements(rows: number): string[] {
  const series = `generate_series(1, ${rows}) n`;
  const o = `'${ORGANIZATION}'::uuid`;
  return [
    `INSERT INTO svc.organizations (organization_id, name, plan, time_zone, enforcement, review_expiry_minutes,
       risk_review_at, risk_block_at, created_at, updated_at)
     VALUES (${o}, 'Many', 'ENTERPRISE', 'UTC', 'ENFORCE', 60, 60, 90, now(), now())`,
    `INSERT INTO svc.organization_heads VALUES (${o}, 1, ${rows}, decode(repeat('00', 32), 'hex'), 1, '2026-11-01', 0)`,
    `INSERT INTO svc.events SELECT ${o}, ${idAt('n', '0')}, n, ${AT}, n % 3 = 0, gen_random_uuid(), gen_random_uuid(),
       gen_random_uuid(), 'READ_DATA', NULL, NULL, 'ALLOW', 'ALLOW', 'LOW', 0, false,
       '{"agent":"bot","resource":"orders","policy":null,"reasons":[]}',
       CASE WHEN n % 2 = 0 THEN '{"protocol":"HTTP"}'::json END
     FROM ${series}`,
    `INSERT INTO svc.audit_entries SELECT ${o}, n, ${AT}, 'decision.recorded', 'key', 'k', 'event',
       ${idAt('n', '0')}::text,
       '{}', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') FROM ${series}`,
    `INSERT INTO svc.reviews (organization_id, event_id, sandbox, status, created_at, expires_at, approver_roles)
     SELECT ${o}, ${idAt('n', '0')}, n % 3 = 0, CASE WHEN n % 2 = 0 THEN 'PENDING' ELSE 'DENIED' END, ${AT},
       ${AT} + interval '1 day', '{}' FROM ${series}`,
    `INSERT INTO svc.webhook_endpoints (organization_id, id, url, secret, created_at, updated_at)
     SELECT ${o}, CASE WHEN n = 1 THEN '${WEBHOOK}'::uuid ELSE ${idAt('n', '1')} END, 'https://siem.example/' || n, 's',
       now(), now() FROM generate_series(1, 900) n`,
    `INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
     SELECT ${o}, ${idAt('n', '2')}, '${WEBHOOK}', 'e', '{decision.blocked}', ${AT}, '{}' FROM ${series}`,
    `INSERT INTO svc.webhook_attempts (organization_id, delivery_id, attempt, at)
     SELECT ${o}, ${idAt('n', '2')}, 1, ${AT} FROM ${series}`,
    `INSERT INTO svc.anomalies (organization_id, id, agent_id, kind, severity, message_params, created_at, updated_at,
       opened_seq, closed_at, closed_by, closed_seq)
     SELECT ${o}, ${idAt('n', '3')}, gen_random_uuid(), 'RATE_SPIKE', 'MEDIUM', '{"agent":"bot"}', ${AT}, ${AT}, n,
       CASE WHEN n % 2 = 0 THEN now() END, CASE WHEN n % 2 = 0 THEN gen_random_uuid() END,
       CASE WHEN n % 2 = 0 THEN 1 END FROM ${series}`,
  ];
}
