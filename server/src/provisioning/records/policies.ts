/** Policies of a file: created and updated by name as one new version of the set, never deleted. */
import { POLICIES_PER_ORGANIZATION_MAX, type PolicySpec } from '@svc/contract';
import { type IdentifiedPolicy, type PolicyChange, planChanges } from '@svc/core/policy';
import type { Transaction } from '../../db/index.ts';
import { changedFields, type StoredChange, storeChanges } from '../../policies/index.ts';
import type { Change } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { ACTOR, SOURCE } from '../origin.ts';
import type { PolicyEntry } from '../reading/policies.ts';

/** The policies that are in the set now. */
export async function selectPolicies(transaction: Transaction, organizationId: string): Promise<IdentifiedPolicy[]> {
  const rows = await transaction.query<{ id: string; spec: PolicySpec }>(SELECT_POLICIES, [organizationId]);
  return rows.map(({ id, spec }) => ({ ...spec, id }));
}

const SELECT_POLICIES = `
  SELECT policy_id AS id, spec FROM svc.policy_revisions WHERE organization_id = $1 AND version_to IS NULL`;

export interface PolicyPlan {
  current: readonly IdentifiedPolicy[];
  payload: readonly PolicySpec[];
  /** Those that change something. */
  changes: PolicyChange[];
  faults: Fault[];
}

export function planPolicies(entries: readonly PolicyEntry[], current: readonly IdentifiedPolicy[]): PolicyPlan {
  const payload = entries.map((entry) => entry.spec);
  const changes = planChanges(current, payload, false).filter((change) => change.op !== 'unchanged');
  const names = new Set(current.map((policy) => policy.name));
  const created = entries.filter((entry) => !names.has(entry.spec.name));
  const excess = created.slice(Math.max(0, POLICIES_PER_ORGANIZATION_MAX - current.length));
  const message = `an organization has at most ${POLICIES_PER_ORGANIZATION_MAX} policies`;
  const faults = excess.slice(0, 1).map(({ place }) => ({ position: place.position, message }));
  return { current, payload, changes, faults };
}

/**
 * Writes the version and its revisions. The caller holds the head's lock.
 * @param version the one that this makes
 */
export async function writePolicies(
  transaction: Transaction,
  organizationId: string,
  { current, payload, changes }: PolicyPlan,
  version: number,
  atMs: number,
): Promise<Change[]> {
  const origin = { actor: ACTOR, nowMs: atMs, source: SOURCE, keyPrefix: null };
  const stored = await storeChanges(transaction, { organizationId, version, origin, changes, current, payload });
  return stored.map((one) => policyChange(one, version));
}

const KIND = { create: 'policy.created', update: 'policy.updated', delete: 'policy.deleted' } as const;

function policyChange({ change, policyId, before, after }: StoredChange, policySetVersion: number): Change {
  return {
    kind: KIND[change],
    subject: { type: 'policy', id: policyId },
    metadata: {
      name: (after ?? before)?.name ?? '',
      policySetVersion,
      ...(before !== null && after !== null && { changedFields: changedFields(before, after) }),
    },
  };
}
