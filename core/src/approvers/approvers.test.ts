// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review is answered by exactly the roles and groups that it asks. */
import { ROLES } from '@svc/contract/enums';
import { describe, expect, it } from 'vitest';
import { type Approver, approverFields, approversFrom, canResolve, canResolveUpTo, groupOfAnswer } from './index.ts';

describe('canResolve', () => {
  const who = (approvers: Approver[]) => ROLES.filter((role) => canResolve(approvers, { role, groups: [] }));

  it('means owners and admins when no role and no group is named', () => {
    expect(who([])).toEqual(['OWNER', 'ADMIN']);
  });

  it('means exactly the roles that are named', () => {
    expect(who(['MEMBER'])).toEqual(['MEMBER']);
    expect(who(['OWNER'])).toEqual(['OWNER']);
    expect(who(['MEMBER', 'ADMIN'])).toEqual(['ADMIN', 'MEMBER']);
  });

  it('means the people of a group, whatever their role, and no others', () => {
    expect(who(['group:dpo'])).toEqual([]);
    const inGroups = (...groups: string[]) => canResolve(['group:dpo'], { role: 'MEMBER', groups });
    expect([inGroups('dpo'), inGroups('legal', 'dpo'), inGroups('DPO'), inGroups('group:dpo')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('takes no group for a role, whatever its name', () => {
    expect(canResolve(['OWNER'], { role: 'MEMBER', groups: ['OWNER'] })).toBe(false);
    expect(canResolve(['group:OWNER'], { role: 'OWNER', groups: [] })).toBe(false);
  });
});

describe('groupOfAnswer', () => {
  it('is the group by which a person answers whose role may not', () => {
    const approvers = approversFrom(['ADMIN'], ['dpo', 'legal']);
    const groups = ['a', 'legal', 'dpo'];
    expect(groupOfAnswer(approvers, { role: 'MEMBER', groups })).toBe('legal');
    expect(groupOfAnswer(approvers, { role: 'ADMIN', groups })).toBeNull();
    expect(groupOfAnswer(approvers, { role: 'MEMBER', groups: [] })).toBeNull();
  });
});

describe('canResolveUpTo', () => {
  const whose = (approvers: Approver[]) => ROLES.filter((role) => canResolveUpTo(approvers, role));

  it('means the role itself and those below it', () => {
    expect(whose([])).toEqual(['OWNER', 'ADMIN']);
    expect(whose(['OWNER'])).toEqual(['OWNER']);
    expect(whose(['ADMIN'])).toEqual(['OWNER', 'ADMIN']);
    expect(whose(['OWNER', 'MEMBER'])).toEqual(['OWNER', 'ADMIN', 'MEMBER']);
  });

  it('takes a group for what an admin is worth', () => {
    expect(whose(['group:dpo'])).toEqual(['OWNER', 'ADMIN']);
  });
});

it('approverFields tells roles and groups apart, and leaves the groups out where there are none', () => {
  expect(approverFields([])).toEqual({ approverRoles: ['OWNER', 'ADMIN'] });
  expect(approverFields(['ADMIN', 'group:dpo', 'ADMIN'])).toEqual({
    approverRoles: ['ADMIN'],
    approverGroups: ['dpo'],
  });
  expect(approverFields(['group:group:x'])).toEqual({ approverRoles: [], approverGroups: ['group:x'] });
});
