// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a paused agent may do nothing, and an allow-list permits exactly what it lists. */
import type { ActionFamily, EventAction } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { type Agent, permissionRefusal, type Resource } from './index.ts';

const AGENT: Agent = { id: 'a', name: 'billing-bot', status: 'ACTIVE', permissions: null };
const CUSTOMERS: Resource = { id: 'r', name: 'customers', classification: 'CUSTOMER_PII' };

const isPermitted = (action: ActionFamily | EventAction, resource: string, asked: EventAction) =>
  permissionRefusal({ ...AGENT, permissions: [{ action, resource }] }, asked, CUSTOMERS) === null;

describe('permission', () => {
  it('is unrestricted when there is no list', () => {
    expect(permissionRefusal(AGENT, 'DELETE_DATA', CUSTOMERS)).toBeNull();
  });

  it('is refused by an empty list', () => {
    expect(permissionRefusal({ ...AGENT, permissions: [] }, 'READ_DATA', CUSTOMERS)?.reason).toBe(
      'The agent "billing-bot" has no permission for READ_DATA on the resource "customers".',
    );
  });

  it('is refused to a paused agent, whatever its list says', () => {
    const paused: Agent = { ...AGENT, status: 'PAUSED', permissions: [{ action: 'ANY', resource: 'ANY' }] };
    expect(permissionRefusal(paused, 'READ_DATA', CUSTOMERS)).toEqual({
      by: 'PAUSED',
      reason: 'The agent "billing-bot" is paused.',
    });
  });

  it.each([
    ['ANY', 'DELETE_DATA', true],
    ['DELETE', 'DELETE_DATA', true],
    ['DELETE_DATA', 'DELETE_DATA', true],
    ['EXPORT', 'SEND_EMAIL', true],
    ['SEND_EMAIL', 'SEND_EMAIL', true],
    ['SEND_EMAIL', 'EXPORT_DATA', false],
    ['EXPORT_DATA', 'SEND_EMAIL', false],
    ['READ', 'WRITE_DATA', false],
  ] as const)('for %s and %s is %s', (listed, asked, expected) => {
    expect(isPermitted(listed, 'ANY', asked)).toBe(expected);
  });

  it.each([
    ['ANY', true],
    ['customers', true],
    ['CUSTOMER_PII', true],
    ['Customers', false],
    ['FINANCIAL', false],
    ['', false],
  ])('on %s for the resource customers is %s', (listed, expected) => {
    expect(isPermitted('ANY', listed, 'READ_DATA')).toBe(expected);
  });

  it('needs action and resource in the same entry', () => {
    const permissions = [
      { action: 'READ', resource: 'orders' },
      { action: 'WRITE', resource: 'customers' },
    ] as const;
    expect(permissionRefusal({ ...AGENT, permissions }, 'READ_DATA', CUSTOMERS)).not.toBeNull();
    expect(permissionRefusal({ ...AGENT, permissions }, 'WRITE_DATA', CUSTOMERS)).toBeNull();
  });
});
