// SPDX-License-Identifier: Apache-2.0
/** Warns about policies that ask for more people than hold their roles. Escalation may still widen the roles. */
import type { PolicySpec, PolicyWarning, Role } from '@svc/contract';
import { approvalsOf } from '@svc/core/approvals';
import { approversOf } from '@svc/core/verdict';

type Asking = Pick<PolicySpec, 'name' | 'approvals' | 'approverRoles'>;

/** @param pathOf the path of each policy, with its dot */
export async function fewApprovers(
  policies: readonly Asking[],
  pathOf: (place: number) => string,
  membersOf: () => Promise<readonly { role: Role }[]>,
): Promise<PolicyWarning[]> {
  if (policies.every(({ approvals }) => approvalsOf(approvals).count === 1)) return [];
  const members = await membersOf();
  return policies.flatMap(({ name, approvals, approverRoles = [] }, place): PolicyWarning[] => {
    const { count } = approvalsOf(approvals);
    const roles = approversOf(approverRoles);
    const holders = members.filter(({ role }) => roles.includes(role)).length;
    if (count === 1 || holders >= count) return [];
    const message = `"${name}" asks for ${count} people, and ${holders} may approve: its reviews expire.`;
    return [{ code: 'TOO_FEW_APPROVERS', path: `${pathOf(place)}approvals.count`, message }];
  });
}
