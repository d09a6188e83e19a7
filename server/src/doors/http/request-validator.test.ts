// SPDX-License-Identifier: Apache-2.0
/** The schemas of the contract are right as schemas: the validator of requests does not check them at a start. */
import { APP_OPERATIONS, type AppOperation, NAMED_SCHEMAS } from '@svc/contract';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';

const OF_THE_APP = Object.entries<AppOperation>(APP_OPERATIONS).flatMap(([id, { query, body, success }]) =>
  Object.entries({ query, body, answer: success.body }).map(([part, schema]) => [`${id} ${part}`, schema] as const),
);

it('has every schema of the contract right', () => {
  const ajv = new Ajv({ logger: false });
  const schemas = [...Object.entries(NAMED_SCHEMAS), ...OF_THE_APP].filter(([, schema]) => schema !== null);
  const wrong = schemas.filter(([, schema]) => ajv.validateSchema(schema as object) !== true).map(([name]) => name);
  expect(wrong).toEqual([]);
  expect(schemas.length).toBeGreaterThan(200);
  expect(ajv.validateSchema({ type: 'texts' })).toBe(false);
});
