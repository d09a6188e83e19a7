// SPDX-License-Identifier: Apache-2.0
/** The policies of row-level security as a distributed database takes them. */
import type pg from 'pg';
import { SERVICE_ROLE } from '../connections/index.ts';

interface Policy {
  table: string;
  name: string;
  isPermissive: boolean;
  seen: string | null;
  written: string | null;
}

/** Citus takes no policy with a sub-select. Here each is read once a statement; without it once a row. */
export async function plainPolicies(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Policy>(`
    SELECT c.relname AS table, quote_ident(p.polname) AS name, p.polpermissive AS "isPermissive",
      pg_get_expr(p.polqual, p.polrelid) AS seen, pg_get_expr(p.polwithcheck, p.polrelid) AS written
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE c.relnamespace = 'svc'::regnamespace ORDER BY c.relname, p.polname`);
  const kept = new Map(rows.filter(({ isPermissive }) => !isPermissive).map((policy) => [policy.table, policy]));
  return rows.flatMap((policy) => {
    const restrictive = kept.get(policy.table);
    if (restrictive !== undefined && policy.name === OF_ORGANIZATION) return inOne(policy, restrictive);
    if (!policy.isPermissive || !/\bSELECT\b/.test(`${policy.seen} ${policy.written}`)) return [];
    const [seen, written] = [plainCondition(policy, policy.seen), plainCondition(policy, policy.written)];
    const using = seen === null ? '' : ` USING (${seen})`;
    const check = written === null ? '' : ` WITH CHECK (${written})`;
    return [`ALTER POLICY ${policy.name} ON svc.${policy.table}${using}${check}`];
  });
}

const OF_ORGANIZATION = 'organization';

/**
 * Citus makes a restrictive policy of deletions a permissive one on its workers, where it would open what it is to
 * close. Its condition joins that of the organization, for deletions alone.
 */
function inOne(policy: Policy, restrictive: Policy): string[] {
  const own = plainCondition(policy, policy.seen);
  const old = plainCondition(restrictive, restrictive.seen);
  const on = `ON svc.${policy.table}`;
  return [
    `DROP POLICY ${restrictive.name} ${on}`,
    `DROP POLICY ${OF_ORGANIZATION} ${on}`,
    `CREATE POLICY ${OF_ORGANIZATION}_select ${on} FOR SELECT USING (${own})`,
    `CREATE POLICY ${OF_ORGANIZATION}_insert ${on} FOR INSERT WITH CHECK (${own})`,
    `CREATE POLICY ${OF_ORGANIZATION}_update ${on} FOR UPDATE USING (${own})`,
    `CREATE POLICY ${restrictive.name} ${on} FOR DELETE
      USING ((${own}) AND ((${old}) OR CURRENT_USER <> '${SERVICE_ROLE}'))`,
  ];
}

/** Rows of a deleted organization are removed by functions of the owner, whom these policies do not bind. */
const OF_DELETED = /\s+OR \(EXISTS \( SELECT\s+FROM (?:svc\.)?organization_deletions d\s+WHERE \([^()]*\)\)\)/;
/** A setting that is read in a sub-select: `( SELECT setting AS name)`. */
const READ_ONCE = /\( SELECT (.+?) AS "?\w+"?\)/g;
/** An act as old as its last change; elsewhere as old as its event. */
const OLD_ACT = `COALESCE(GREATEST(redeemed_at, reported_at, amended_at), '-infinity') < now() - interval '1 day'`;

/** @throws Error with one sentence for a policy that this build cannot write without a sub-select */
function plainCondition({ table, name }: Pick<Policy, 'table' | 'name'>, condition: string | null): string | null {
  if (condition === null) return null;
  if (table === 'acts' && name === 'old_enough') return OLD_ACT;
  const plain = condition.replace(OF_DELETED, '').replaceAll(READ_ONCE, '($1)');
  if (/\bSELECT\b/.test(plain)) throw new Error(`the policy ${name} of ${table} has a sub-select: ${plain}`);
  return plain;
}
