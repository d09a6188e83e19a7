// SPDX-License-Identifier: Apache-2.0
/**
 * Owns who may answer a review: roles, and groups of members by their names. Both stand in one list, in which a group
 * has `group:` before its name. It refuses to know how many approve.
 */
import { ROLES, type Role } from '@svc/contract/enums';
import { compareCodePoints } from '../code-point-order/index.ts';

export type Approver = Role | `group:${string}`;

const GROUP = 'group:';

/** The roles and groups of a policy as one list. */
export const approversFrom = (roles: readonly Role[] = [], groups: readonly string[] = []): Approver[] => [
  ...roles,
  ...groups.map((name) => `${GROUP}${name}` as const),
];

/** Groups for storing, each once and in the order of their names: no field where there are none. */
export const writtenGroups = (groups: readonly string[] = []): { readonly approverGroups?: string[] } =>
  groups.length === 0 ? {} : { approverGroups: [...new Set(groups)].sort(compareCodePoints) };

const DEFAULT_APPROVERS: readonly Role[] = ['OWNER', 'ADMIN'];

/** Each once: exactly those of the review; without any, owners and admins. */
export function approversOf(approvers: readonly Approver[]): readonly Approver[] {
  return approvers.length === 0 ? DEFAULT_APPROVERS : [...new Set(approvers)];
}

const isRole = (approver: Approver): approver is Role => !approver.startsWith(GROUP);

/** The same as the fields of an answer: `approverGroups` is left out where there are none. */
export function approverFields(approvers: readonly Approver[]): { approverRoles: Role[]; approverGroups?: string[] } {
  const all = approversOf(approvers);
  const groups = all.filter((approver) => !isRole(approver)).map((approver) => approver.slice(GROUP.length));
  return { approverRoles: all.filter(isRole), ...(groups.length > 0 && { approverGroups: groups }) };
}

/** The ways by which a member answers. */
export interface Authority {
  readonly role: Role;
  /** The names of the groups that the member is in. */
  readonly groups: readonly string[];
}

export function canResolve(approvers: readonly Approver[], authority: Authority): boolean {
  const all = approversOf(approvers);
  return approversFrom([authority.role], authority.groups).some((approver) => all.includes(approver));
}

/** The group by which a member answers whose role may not; null for one whose role may. */
export function groupOfAnswer(approvers: readonly Approver[], { role, groups }: Authority): string | null {
  const all = approversOf(approvers);
  return all.includes(role) ? null : (groups.find((name) => all.includes(`${GROUP}${name}`)) ?? null);
}

/**
 * Whether this role or one below it may approve or deny: an answer that is worth no more can count then. Admins choose
 * the members of a group, so a group is worth what an admin is.
 */
export function canResolveUpTo(approvers: readonly Approver[], roleMax: Role): boolean {
  const worth = (approver: Approver): Role => (isRole(approver) ? approver : 'ADMIN');
  return approversOf(approvers).some((approver) => ROLES.indexOf(worth(approver)) >= ROLES.indexOf(roleMax));
}
