// SPDX-License-Identifier: Apache-2.0
/** An example of each type of a parameter, as PostgreSQL reads it. A type without one stops the run that met it. */

const EXAMPLES: Readonly<Record<string, string>> = {
  bigint: '1',
  boolean: 'true',
  bytea: '\\x00',
  date: '2026-01-01',
  'double precision': '1',
  integer: '1',
  interval: '1 hour',
  json: '[]',
  jsonb: '[]',
  name: 'a',
  numeric: '1',
  oid: '1',
  regclass: 'svc.events',
  smallint: '1',
  text: 'a',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
};

const uuidOf = (place: number) => `00000000-0000-7000-8000-${String(place + 1).padStart(12, '0')}`;

/** Ids differ from one parameter to the next, and are the same in every run. */
export function examplesOf(types: readonly string[]): string[] {
  return types.map((type, place) => {
    const one = type.replace(/\[\]$/, '');
    const example = one === 'uuid' ? uuidOf(place) : EXAMPLES[one];
    if (example === undefined) throw new Error(`test/harness/statements/examples.ts has no example of ${type}`);
    return one === type ? example : `{"${example.replaceAll(/(["\\])/g, '\\$1')}"}`;
  });
}
