// SPDX-License-Identifier: Apache-2.0
/** The plan for given memberships: added or given another role, never removed. */
import type { Role } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type { Change } from '../../storage/heads/index.ts';
import type { Membership } from './memberships.ts';

export interface MembershipPlan {
  creates: Membership[];
  updates: { before: Role; membership: Membership }[];
  /** Index of the given membership that would leave the organization without an owner. */
  lastOwnerAt: number | null;
}

export function planMemberships(given: readonly Membership[], stored: readonly Membership[]): MembershipPlan {
  const plan: MembershipPlan = { creates: [], updates: [], lastOwnerAt: null };
  const roleOf = new Map<string, Role>(stored.map(({ accountId, role }) => [accountId, role]));
  const hadOwner = stored.some(({ role }) => role === 'OWNER');
  let demotedAt: number | null = null;
  given.forEach((membership, index) => {
    const before = roleOf.get(membership.accountId);
    if (before === membership.role) return;
    if (before === 'OWNER') demotedAt = index;
    if (before === undefined) plan.creates.push(membership);
    else plan.updates.push({ before, membership });
    roleOf.set(membership.accountId, membership.role);
  });
  if (hadOwner && ![...roleOf.values()].includes('OWNER')) plan.lastOwnerAt = demotedAt;
  return plan;
}

/** An entry names the account by its id: hashed data stays, so it holds no e-mail and no name of a person. */
export function membershipChanges({ creates, updates }: MembershipPlan): Change[] {
  const change = (kind: string, { accountId, role }: Membership, difference: JsonObject) => {
    return { kind, subject: { type: 'member', id: accountId }, metadata: { role, ...difference } };
  };
  return [
    ...creates.map((made) => change('member.added', made, { after: { role: made.role } })),
    ...updates.map(({ before, membership }) =>
      change('member.role_changed', membership, { before: { role: before }, after: { role: membership.role } }),
    ),
  ];
}

/** A person got another password from an operator. */
export function passwordSet(accountId: string, metadata: { factorsRemoved?: true } = {}): Change {
  return { kind: 'member.password_set', subject: { type: 'member', id: accountId }, metadata };
}
