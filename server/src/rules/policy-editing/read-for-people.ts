// SPDX-License-Identifier: Apache-2.0
/** One policy as the app shows it: with its warnings, hits, test cases and the author of its last change. */
import type { PolicyDetail } from '@svc/contract';
import { holdsFieldsOfApiOnly, normalizePolicy } from '@svc/core/policy';
import type pg from 'pg';
import type { OrganizationSnapshot, StoredPolicyRecord } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { noSuchPolicy, selectCases } from '../policies/index.ts';
import type { PolicyThreads } from '../policy-jobs/index.ts';
import { namedAgents, readPolicy } from '../policy-jobs/index.ts';
import { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow, changedByOf } from '../policy-versions/index.ts';
import { checkSpec } from './check-for-people.ts';
import { NO_HITS, type PolicyHitsReader } from './hits.ts';

export interface PolicyReadDeps {
  pool: pg.Pool;
  policyThreads: PolicyThreads;
  policyHits: PolicyHitsReader;
}

/** @throws ApiError 404 */
export async function readPolicyForPeople(
  deps: PolicyReadDeps,
  snapshot: OrganizationSnapshot,
  policyId: string,
): Promise<PolicyDetail> {
  const { organizationId, agentsById } = snapshot;
  const record = policyOf(snapshot, policyId);
  const { id: _id, ...spec } = readPolicy(record);
  const [kept, hits, { warnings }] = await Promise.all([
    inTransaction(deps.pool, [organizationId], async (transaction) => ({
      tests: await selectCases(transaction, organizationId, policyId),
      author: (await transaction.query<AuthorRow & { version: number }>(SELECT_AUTHOR, [organizationId, policyId]))[0],
    })),
    deps.policyHits.of(organizationId),
    checkSpec(deps.policyThreads, snapshot, { id: policyId, spec, cases: [] }, deps.pool.clock.nowMs()),
  ]);
  if (kept.author === undefined) throw noSuchPolicy();
  const days = hits.get(policyId) ?? NO_HITS;
  return {
    id: policyId,
    ...normalizePolicy(spec),
    updatedAt: new Date(record.updatedAtMs).toISOString(),
    warnings: [...warnings],
    hits: { decisions: days.reduce((sum, one) => sum + one, 0), days: [...days] },
    tests: kept.tests.cases,
    testsUpdatedAt: kept.tests.updatedAt?.toISOString() ?? null,
    agents: namedAgents(spec, (id) => agentsById.get(id)?.name),
    canStandInFiles: !holdsFieldsOfApiOnly(spec),
    changedBy: changedByOf(kept.author, kept.author.version),
  };
}

/** @throws ApiError 404 */
export function policyOf({ policies }: OrganizationSnapshot, policyId: string): StoredPolicyRecord {
  const record = policies.find(({ id }) => id === policyId);
  if (record === undefined) throw noSuchPolicy();
  return record;
}

const SELECT_AUTHOR = `
  SELECT r.version_from AS version, ${AUTHOR_COLUMNS}
  FROM svc.policy_revisions r
    LEFT JOIN svc.policy_set_versions v ON v.organization_id = r.organization_id AND v.version = r.version_from
    ${AUTHOR_JOINS}
  WHERE r.organization_id = $1 AND r.policy_id = $2 AND r.version_to IS NULL`;
