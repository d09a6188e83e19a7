// SPDX-License-Identifier: Apache-2.0
/** Checks a policy as it would be saved: its schema, what looks unintended, and its test cases in the whole set. */

import {
  NAMED_SCHEMAS,
  type PolicyCheckRequest,
  type PolicyCheckResponse,
  PolicySchema,
  type PolicySpec,
  type PolicyTestCase,
} from '@svc/contract';
import type { PolicyFinding } from '@svc/core/policy';
import { fieldsOf } from '@svc/documents';
import { Ajv } from 'ajv';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { selectAuthorities } from '../../people/memberships/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { alikeName, named, noSuchPolicy } from '../policies/index.ts';
import { type Checked, fewApprovers, type PolicyThreads } from '../policy-jobs/index.ts';

/** All faults are told, up to this many. */
const FAULTS_MAX = 100;

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });
for (const schema of [NAMED_SCHEMAS.PolicyCondition, PolicySchema]) ajv.addSchema(schema);

/** @returns the path and the sentence of each fault; empty for a policy that may be checked further */
function schemaFaultsOf(policy: unknown): PolicyFinding[] {
  const isPolicy = ajv.getSchema('Policy');
  if (isPolicy === undefined) throw new Error('the schema of policies is not there');
  if (isPolicy(policy) === true) return [];
  const fields = fieldsOf(isPolicy.errors ?? [], 'body');
  return Object.entries(fields)
    .slice(0, FAULTS_MAX)
    .map(([path, { code, params, text }]) => ({ path, message: text, fault: { code, params } }));
}

/**
 * @throws ApiError 404 for an `id` of no policy; 400 for what takes too long; 429 and 503 when too many checks wait
 */
export async function checkForPeople(
  { policyThreads, pool }: { policyThreads: PolicyThreads; pool: pg.Pool },
  snapshot: OrganizationSnapshot,
  { id = null, policy, tests = [] }: PolicyCheckRequest,
): Promise<PolicyCheckResponse> {
  const stored = id?.toLowerCase() ?? null;
  if (stored !== null && !snapshot.policies.some((one) => one.id === stored)) throw noSuchPolicy();
  const errors = schemaFaultsOf(policy);
  if (errors.length > 0) return { errors, warnings: [], results: [] };
  const { id: _id, updatedAt: _updatedAt, ...spec } = policy as PolicySpec & { id?: unknown; updatedAt?: unknown };
  const proposed = { id: stored, spec, cases: tests };
  const checked = await checkSpec(policyThreads, snapshot, proposed, pool.clock.nowMs());
  if (checked.errors.length > 0) return checked;
  const { organizationId } = snapshot;
  const few = await fewApprovers(
    [spec],
    () => '',
    () => inTransaction(pool, [organizationId], (transaction) => selectAuthorities(transaction, organizationId)),
  );
  const warnings = [...checked.warnings, ...few];
  const alike = alikeName(snapshot, spec.name, stored);
  if (alike === null) return { ...checked, warnings };
  const message = `The policy "${alike}" has this name, but for letter case, Unicode form or spaces.`;
  return { ...checked, warnings: [...warnings, { code: 'NAME_ALIKE', path: 'name', message }] };
}

export interface ProposedPolicy {
  /** The stored policy that it replaces. */
  id: string | null;
  spec: PolicySpec;
  cases: readonly PolicyTestCase[];
}

/** @throws ApiError 400, 429, 503 as above */
export async function checkSpec(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  { id, spec, cases }: ProposedPolicy,
  nowMs: number,
): Promise<Checked> {
  const { organizationId, agentsById, agentsByName, resourcesByName, settings, policies } = snapshot;
  const body = JSON.stringify(spec);
  const inputs = cases.map(({ input }) => input);
  return await threads.check(organizationId, {
    kind: 'check',
    body,
    id,
    cases,
    stored: cases.length === 0 ? [] : policies,
    agents: named(inputs, 'agent', agentsByName),
    resources: named(inputs, 'resource', resourcesByName),
    settings,
    atMs: nowMs,
    knownAgentIds: body.includes('"agentIds"') ? [...agentsById.keys()] : null,
  });
}
