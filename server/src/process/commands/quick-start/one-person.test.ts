// SPDX-License-Identifier: Apache-2.0
/** Guarantee: nothing on the machine of a service that others reach is open to its organizations. */
import { expect, it } from 'vitest';
import { isOfOnePerson } from './one-person.ts';

const ALONE = { databaseUrl: null, host: '127.0.0.1', baseUrl: null, trustProxy: [] };

it.each([
  {},
  { host: '::1' },
  { host: 'localhost' },
  { baseUrl: 'http://localhost:4000' },
  { baseUrl: 'http://[::1]:4000' },
])('is of one person with %j', (over) => {
  expect(isOfOnePerson({ ...ALONE, ...over })).toBe(true);
});

it.each([
  { host: '0.0.0.0' },
  { host: '::' },
  { host: '10.0.0.4' },
  { host: 'svc.example' },
  { databaseUrl: 'postgres://db/svc' },
  { baseUrl: 'https://svc.example' },
  { baseUrl: 'https://127.0.0.1.example' },
  { trustProxy: ['127.0.0.1'] },
])('is not with %j', (over) => {
  expect(isOfOnePerson({ ...ALONE, ...over })).toBe(false);
});
