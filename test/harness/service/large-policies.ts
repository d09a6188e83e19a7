// SPDX-License-Identifier: Apache-2.0
/** Policy sets that are dear to compile and to evaluate, and stored as an apply would store them. */
import type { PolicySpec } from '@svc/contract';
import type { TestDatabase } from '../postgres/index.ts';
import { readRows } from './rows.ts';

const LEVELS = 31;
const AGENTS = 20;

/** Policies of 31 groups and about 2 KB each, of which none matches an event outside of business hours. */
export function dearPolicies(count: number): PolicySpec[] {
  const agentIds = Array.from({ length: AGENTS }, (_, at) => `a${at}`);
  let condition: PolicySpec['condition'] = { agentIds };
  for (let level = 0; level < LEVELS; level += 1) {
    condition = { minRecords: 1, anyOf: [condition, { action: 'DELETE' }] };
  }
  return Array.from({ length: count }, (_, at) => ({
    name: `dear ${String(at).padStart(4, '0')}`,
    action: 'ANY',
    decision: 'BLOCK',
    condition: condition as NonNullable<PolicySpec['condition']>,
  }));
}

/** Makes them the whole set of the organization, as a new version. */
export async function storePolicies(
  database: TestDatabase,
  organization: string,
  policies: readonly PolicySpec[],
): Promise<void> {
  await readRows(database, END_CURRENT, [organization]);
  await readRows(database, STORE, [organization, JSON.stringify(policies)]);
}

const END_CURRENT = `
  UPDATE svc.policy_revisions r SET version_to = h.policy_set_version + 1
  FROM svc.organization_heads h JOIN svc.organizations o USING (organization_id)
  WHERE o.name = $1 AND r.organization_id = h.organization_id AND r.version_to IS NULL`;

const STORE = `
  WITH head AS (
    UPDATE svc.organization_heads h SET generation = generation + 1, policy_set_version = policy_set_version + 1
    FROM svc.organizations o WHERE o.organization_id = h.organization_id AND o.name = $1
    RETURNING h.organization_id, h.policy_set_version AS version
  )
  INSERT INTO svc.policy_revisions (organization_id, policy_id, version_from, name, spec, updated_at)
  SELECT head.organization_id, gen_random_uuid(), head.version, p.spec ->> 'name', p.spec, now()
  FROM head, jsonb_array_elements($2::jsonb) AS p (spec)
  RETURNING 1`;
