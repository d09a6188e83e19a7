// SPDX-License-Identifier: Apache-2.0
/**
 * Warns about policies that ask for more people than may approve, and about groups without members. Escalation may
 * still pass such a review on to other roles.
 */
import type { PolicySpec, PolicyWarning } from '@svc/contract';
import { approvalsOf } from '@svc/core/approvals';
import { type Authority, approversFrom, canResolve } from '@svc/core/approvers';

type Asking = Pick<PolicySpec, 'name' | 'approvals' | 'approverRoles' | 'approverGroups'>;

/** @param pathOf the path of each policy, with its dot */
export async function fewApprovers(
  policies: readonly Asking[],
  pathOf: (place: number) => string,
  membersOf: () => Promise<readonly Authority[]>,
): Promise<PolicyWarning[]> {
  if (policies.every((policy) => approvalsOf(policy.approvals).count === 1 && groupsOf(policy).length === 0)) return [];
  const members = await membersOf();
  const filled = new Set(members.flatMap(({ groups }) => groups));
  return policies.flatMap((policy, place): PolicyWarning[] => {
    const { name, approvals, approverRoles } = policy;
    const { count } = approvalsOf(approvals);
    const approvers = approversFrom(approverRoles, groupsOf(policy));
    const holders = members.filter((member) => canResolve(approvers, member)).length;
    const warnings = groupsOf(policy).flatMap((group, index): PolicyWarning[] => {
      const message = `"${name}" asks the group "${group}", and no member is in a group of this name.`;
      return filled.has(group)
        ? []
        : [{ code: 'EMPTY_GROUP', path: `${pathOf(place)}approverGroups[${index}]`, message }];
    });
    if (holders >= count || (count === 1 && warnings.length > 0)) return warnings;
    const message = `"${name}" asks for ${count} people, and ${holders} may approve: its reviews expire.`;
    return [...warnings, { code: 'TOO_FEW_APPROVERS', path: `${pathOf(place)}approvals.count`, message }];
  });
}

const groupsOf = ({ approverGroups = [] }: Asking): readonly string[] => approverGroups;
