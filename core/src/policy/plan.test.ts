// SPDX-License-Identifier: Apache-2.0
/** Guarantee: apply's plan names exactly what would change, in the promised order. */
import type { PolicySpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { isSamePolicy, normalizePolicy, planChanges } from './index.ts';

const policy = (name: string, rest: Partial<PolicySpec> = {}): PolicySpec => ({
  name,
  action: 'EXPORT',
  decision: 'BLOCK',
  ...rest,
});

describe('planChanges', () => {
  const stored = [policy('b'), policy('\uffff'), policy('😀'), policy('a', { decision: 'REVIEW' })];

  it('follows the payload', () => {
    expect(planChanges(stored, [policy('new'), policy('a'), policy('b')], false)).toEqual([
      { name: 'new', op: 'create' },
      { name: 'a', op: 'update' },
      { name: 'b', op: 'unchanged' },
    ]);
  });

  it('deletes what the payload does not name only when it prunes, by code point and after the rest', () => {
    expect(planChanges(stored, [policy('z')], true)).toEqual([
      { name: 'z', op: 'create' },
      { name: 'a', op: 'delete' },
      { name: 'b', op: 'delete' },
      { name: '\uffff', op: 'delete' },
      { name: '😀', op: 'delete' },
    ]);
    expect(planChanges(stored, [], false)).toEqual([]);
  });

  it('matches names exactly', () => {
    expect(planChanges([policy('A')], [policy('a')], true)).toEqual([
      { name: 'a', op: 'create' },
      { name: 'A', op: 'delete' },
    ]);
  });
});

describe('the same policy', () => {
  it.each<[string, Partial<PolicySpec>, Partial<PolicySpec>]>([
    ['with enabled written out', {}, { enabled: true }],
    ['with mode written out', {}, { mode: 'ENFORCE' }],
    ['with resource null', {}, { resource: null }],
    ['with resource ANY', { resource: null }, { resource: 'ANY' }],
    [
      'with approverRoles in another order',
      { approverRoles: ['ADMIN', 'OWNER'] },
      { approverRoles: ['OWNER', 'ADMIN'] },
    ],
    ['with no approverRoles', {}, { approverRoles: [] }],
    [
      'with keys in another order',
      { condition: { minRecords: 1, action: 'READ' } },
      { condition: { action: 'READ', minRecords: 1 } },
    ],
    ['with an id and a time', {}, { id: 'x', updatedAt: 'y' } as Partial<PolicySpec>],
  ])('%s', (_, left, right) => {
    expect(isSamePolicy(policy('p', left), policy('p', right))).toBe(true);
    expect(isSamePolicy(policy('p', right), policy('p', left))).toBe(true);
  });

  it.each<[string, Partial<PolicySpec>, Partial<PolicySpec>]>([
    ['disabled', {}, { enabled: false }],
    ['monitored', {}, { mode: 'MONITOR' }],
    ['for one classification', {}, { resource: 'PUBLIC' }],
    ['with another role', { approverRoles: ['OWNER'] }, { approverRoles: ['OWNER', 'MEMBER'] }],
    ['described', {}, { description: 'why' }],
    ['with another condition', { condition: { minRecords: 1 } }, { condition: { minRecords: 2 } }],
    [
      'with conditions in another order',
      { condition: { anyOf: [{}, { minRecords: 1 }] } },
      { condition: { anyOf: [{ minRecords: 1 }, {}] } },
    ],
    ['without its condition', { condition: { minRecords: 1 } }, {}],
  ])('is not one %s', (_, left, right) => {
    expect(isSamePolicy(policy('p', left), policy('p', right))).toBe(false);
  });
});

describe('normalizePolicy', () => {
  it('writes every default and leaves absent text and condition out', () => {
    expect(normalizePolicy({ ...policy('p'), id: 'x' } as PolicySpec)).toEqual({
      name: 'p',
      enabled: true,
      action: 'EXPORT',
      resource: 'ANY',
      decision: 'BLOCK',
      mode: 'ENFORCE',
      approverRoles: [],
    });
  });

  it('writes `escalate` only where reviews are kept', () => {
    expect(normalizePolicy(policy('p', { escalate: true }))).toEqual(normalizePolicy(policy('p')));
    expect(normalizePolicy(policy('p', { escalate: false })).escalate).toBe(false);
    expect(isSamePolicy(policy('p', { escalate: false }), policy('p'))).toBe(false);
  });

  it('writes `approvals` only where they differ from one approval, and then whole', () => {
    expect(normalizePolicy(policy('p', { approvals: { count: 1 } }))).toEqual(normalizePolicy(policy('p')));
    expect(normalizePolicy(policy('p', { approvals: { count: 2 } })).approvals).toEqual({ count: 2, notAsker: true });
    const two = policy('p', { approvals: { count: 2 } });
    expect(isSamePolicy(two, policy('p', { approvals: { notAsker: true, count: 2 } }))).toBe(true);
    for (const other of [{}, { count: 3 }, { count: 2, notAsker: false }, { count: 2, validMinutes: 5 }]) {
      expect(isSamePolicy(two, policy('p', { approvals: other })), JSON.stringify(other)).toBe(false);
    }
  });

  it('keeps what is set', () => {
    const full = policy('p', { description: '', condition: {}, enabled: false, approverRoles: ['MEMBER', 'OWNER'] });
    expect(normalizePolicy(full)).toMatchObject({
      description: '',
      condition: {},
      enabled: false,
      approverRoles: ['OWNER', 'MEMBER'],
    });
  });
});
