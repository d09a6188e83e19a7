// SPDX-License-Identifier: Apache-2.0
/** Exported files held against their published schemas. */
import { exportSchemas } from '@svc/contract';
import { Ajv } from 'ajv';
import { expect } from 'vitest';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** @param name that of the schema's file */
export function expectFormat(name: keyof ReturnType<typeof exportSchemas>, body: unknown): void {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': DATE_TIME, uuid: UUID } });
  const validate = ajv.compile(exportSchemas()[name]);
  validate(body);
  expect(validate.errors ?? []).toEqual([]);
}
