// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a table of permissions says what the list says, and gives a list that permits the same. */
import { expect, it } from 'vitest';
import {
  isPermitted,
  type Permission,
  permissionsOf,
  tableOf,
  toggled,
  widened,
  withoutRow,
  withRow,
} from './permissions.ts';

const LIST: Permission[] = [
  { action: 'SEND_EMAIL', resource: 'tickets' },
  { action: 'READ', resource: 'ANY' },
  { action: 'EXPORT', resource: 'CUSTOMER_PII' },
  { action: 'WRITE_DATA', resource: 'tickets' },
];

it('orders rows from the widest to one resource', () => {
  expect([...tableOf(LIST)].map(([resource, actions]) => [resource, [...actions]])).toEqual([
    ['ANY', ['READ_DATA']],
    ['CUSTOMER_PII', ['EXPORT_DATA', 'SEND_EMAIL']],
    ['tickets', ['SEND_EMAIL', 'WRITE_DATA']],
  ]);
});

it('gives back a list that permits the same, in the words of families', () => {
  expect(permissionsOf(tableOf(LIST))).toEqual([
    { action: 'READ', resource: 'ANY' },
    { action: 'EXPORT', resource: 'CUSTOMER_PII' },
    { action: 'WRITE', resource: 'tickets' },
    { action: 'SEND_EMAIL', resource: 'tickets' },
  ]);
  expect(tableOf(permissionsOf(tableOf(LIST)))).toEqual(tableOf(LIST));
});

it('writes a whole row as ANY, and an empty one as nothing', () => {
  expect(permissionsOf(tableOf([{ action: 'ANY', resource: 'tickets' }]))).toEqual([
    { action: 'ANY', resource: 'tickets' },
  ]);
  expect(permissionsOf(withRow(new Map(), 'tickets'))).toEqual([]);
});

it('turns one cell over and leaves the others', () => {
  const table = toggled(tableOf(LIST), 'CUSTOMER_PII', 'SEND_EMAIL');
  expect(permissionsOf(table)).toContainEqual({ action: 'EXPORT_DATA', resource: 'CUSTOMER_PII' });
  expect(permissionsOf(withoutRow(table, 'CUSTOMER_PII'))).toEqual(
    permissionsOf(tableOf(LIST)).filter(({ resource }) => resource !== 'CUSTOMER_PII'),
  );
});

it('permits by the name of a resource, by its class, and by every resource', () => {
  const table = tableOf(LIST);
  const customers = { name: 'customers', classification: 'CUSTOMER_PII' } as const;
  expect(isPermitted(table, customers, 'READ_DATA')).toBe(true);
  expect(isPermitted(table, customers, 'SEND_EMAIL')).toBe(true);
  expect(isPermitted(table, customers, 'DELETE_DATA')).toBe(false);
  expect(isPermitted(table, { name: 'tickets', classification: 'INTERNAL' }, 'WRITE_DATA')).toBe(true);
});

it('knows what a list permits that another did not', () => {
  const also = (after: Permission[] | null, before: Permission[] | null = LIST) => {
    const cells = widened(before, after);
    return cells === null ? null : [...cells].map(([resource, actions]) => [resource, ...actions]);
  };
  expect(also(LIST)).toEqual([]);
  expect(also(LIST.slice(1))).toEqual([]);
  expect(also([...LIST, { action: 'READ_DATA', resource: 'tickets' }])).toEqual([]);
  expect(also([...LIST, { action: 'DELETE', resource: 'tickets' }])).toEqual([['tickets', 'DELETE_DATA']]);
  expect(also([{ action: 'ANY', resource: 'ANY' }])).toEqual([
    ['ANY', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'],
  ]);
  expect(also(null)).toBeNull();
  expect(also(LIST, null)).toEqual([]);
});
