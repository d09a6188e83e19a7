// SPDX-License-Identifier: Apache-2.0
/** Policies with every default written out, for listing and for comparison. */
import type { PolicySpec } from '@svc/contract';
import { type PolicyMode, type PolicyResource, ROLES, type Role } from '@svc/contract/enums';
import { approvalsOf, writtenApprovals } from '../approvals/index.ts';
import { writtenGroups } from '../approvers/index.ts';
import { canonicalJson, type JsonValue } from '../canonical-json/index.ts';

/**
 * A policy in which only description, condition, `escalate` and `approvals` may be absent. The last two are there where
 * they say something else than their defaults.
 */
export type NormalizedPolicy = Pick<
  PolicySpec,
  'name' | 'action' | 'decision' | 'description' | 'condition' | 'escalate' | 'approvals'
> & {
  readonly enabled: boolean;
  /** ANY where the policy says null or nothing. */
  readonly resource: PolicyResource;
  readonly mode: PolicyMode;
  /** Each once, in the order of the contract. */
  readonly approverRoles: Role[];
  /** Each once, in the order of their names; left out where there are none. */
  readonly approverGroups?: string[];
};

/** Writes the defaults out and leaves everything else out, such as an id. The condition is not copied. */
export function normalizePolicy(policy: PolicySpec): NormalizedPolicy {
  const { approverRoles = [] } = policy;
  const approvals = writtenApprovals(approvalsOf(policy.approvals));
  return {
    name: policy.name,
    ...(policy.description !== undefined && { description: policy.description }),
    enabled: policy.enabled ?? true,
    action: policy.action,
    resource: policy.resource ?? 'ANY',
    ...(policy.condition !== undefined && { condition: policy.condition }),
    decision: policy.decision,
    mode: policy.mode ?? 'ENFORCE',
    approverRoles: ROLES.filter((role) => approverRoles.includes(role)),
    ...writtenGroups(policy.approverGroups),
    ...(policy.escalate === false && { escalate: false }),
    ...(approvals !== undefined && { approvals }),
  };
}

/**
 * Tells whether two policies mean the same. Defaults, the ways to write ANY and the order of roles and of keys do not
 * count.
 */
export function isSamePolicy(left: PolicySpec, right: PolicySpec): boolean {
  return canonicalPolicy(left) === canonicalPolicy(right);
}

function canonicalPolicy(policy: PolicySpec): string {
  // A policy that passed its schema is JSON; only the types of its optional fields hide that.
  return canonicalJson(normalizePolicy(policy) as unknown as JsonValue);
}
