/** Guarantee: nothing on the machine of a service that others reach is open to its organizations. */
import { expect, it } from 'vitest';
import { isOfOnePerson } from './one-person.ts';

it.each([
  [null, '127.0.0.1', true],
  [null, '::1', true],
  [null, 'localhost', true],
  [null, '0.0.0.0', false],
  [null, '::', false],
  [null, '10.0.0.4', false],
  [null, 'svc.example', false],
  ['postgres://db/svc', '127.0.0.1', false],
])('the database %s at %s: %s', (databaseUrl, host, isIt) => {
  expect(isOfOnePerson({ databaseUrl, host })).toBe(isIt);
});
