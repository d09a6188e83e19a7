// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the table shows every permission and every use once, and taking away keeps what was used. */
import { expect, it } from 'vitest';
import { rowsOf, unusedOf, usedPermissionsOf } from './rows.ts';

const CUSTOMERS = { id: '1', name: 'customers', classification: 'CUSTOMER_PII' } as const;
const use = (action: 'READ_DATA' | 'DELETE_DATA', asked: number, stopped = 0) => ({
  resource: CUSTOMERS,
  resourceId: '1',
  action,
  asked,
  stopped,
  lastDay: '2026-11-24',
});

const AGENT = {
  permissions: [
    { action: 'READ', resource: 'CUSTOMER_PII' },
    { action: 'EXPORT', resource: 'customers' },
    { action: 'WRITE', resource: 'tickets' },
  ],
  uses: [use('READ_DATA', 40), use('DELETE_DATA', 2, 2)],
} as const;

it('has a row for each subject of the list and for each resource that was asked for', () => {
  const agent = { permissions: [...AGENT.permissions], uses: [...AGENT.uses] };
  expect(rowsOf(agent).map(({ subject }) => subject)).toEqual(['CUSTOMER_PII', 'customers', 'tickets']);
  const [ofClass, customers, tickets] = rowsOf(agent);
  expect(ofClass?.cells.READ_DATA).toEqual({ asked: 40, stopped: 0, isPermitted: true, isOwn: true });
  expect(ofClass?.cells.DELETE_DATA.asked).toBe(0);
  expect(customers?.cells.READ_DATA).toEqual({ asked: 40, stopped: 0, isPermitted: true, isOwn: false });
  expect(customers?.cells.DELETE_DATA).toEqual({ asked: 2, stopped: 2, isPermitted: false, isOwn: false });
  expect(customers?.cells.EXPORT_DATA).toEqual({ asked: 0, stopped: 0, isPermitted: true, isOwn: true });
  expect(tickets?.cells.READ_DATA.isPermitted).toBe(false);
});

it('counts ticks that nothing needed, and takes only those away', () => {
  const agent = { permissions: [...AGENT.permissions], uses: [...AGENT.uses] };
  expect(unusedOf(agent)).toEqual({ unused: 3, all: 4 });
  expect(usedPermissionsOf(agent)).toEqual([{ action: 'READ', resource: 'CUSTOMER_PII' }]);
});

it('permits everything where there is no list, also on a resource that is gone', () => {
  const [row] = rowsOf({ permissions: null, uses: [{ ...use('READ_DATA', 3), resource: null }] });
  expect(row).toMatchObject({ subject: '1', isGone: true, cells: { READ_DATA: { asked: 3, isPermitted: true } } });
});
