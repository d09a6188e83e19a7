// SPDX-License-Identifier: Apache-2.0
/** Fills what a test leaves out of an answer, by the schema of the contract, and adds what a later service may add. */
import { NAMED_SCHEMAS } from '@svc/contract';

/** The moment at which every test takes place, a Tuesday, and the time of whatever a test gives none. */
export const NOW = '2026-11-24T12:00:00.000Z';
/** The ids of whatever a test gives none: the first item of a list has 1, what is in no list has 0. */
export const idOf = (ordinal: number): string => `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`;
const SOME_TIME_OF_DAY = '09:00';

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
}

/**
 * @param given `undefined`: nothing was said of it
 * @param ordinal of the item that it is a part of
 */
export function fill(schema: Schema, given: unknown, ordinal = 0): unknown {
  if (given === null) return null;
  if (schema.$ref !== undefined) return fill(namedSchema(schema.$ref), given, ordinal);
  if (given === undefined && schema.nullable === true) return null;
  if (schema.allOf?.[0] !== undefined) return fill(schema.allOf[0], given, ordinal);
  if (schema.anyOf !== undefined) return fillOneOf(schema.anyOf, given, ordinal);
  if ('const' in schema) return given ?? schema.const;
  if (schema.enum !== undefined) return given ?? schema.enum[0];
  switch (schema.type) {
    case 'object':
      return fillObject(schema, (given ?? {}) as Record<string, unknown>, ordinal);
    case 'array':
      return fillArray(schema, given as readonly unknown[] | undefined);
    case 'string':
      return given ?? text(schema, ordinal);
    case 'boolean':
      return given ?? false;
    case 'integer':
    case 'number':
      return given ?? schema.minimum ?? 0;
    default:
      return given;
  }
}

function namedSchema(reference: string): Schema {
  return NAMED_SCHEMAS[reference.replace('#', '') as keyof typeof NAMED_SCHEMAS] as Schema;
}

function fillObject(schema: Schema, given: Readonly<Record<string, unknown>>, ordinal: number): unknown {
  const { properties = {}, required = [], additionalProperties } = schema;
  const filled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
    filled[name] = fill(field, value, ordinal);
  }
  for (const name of required) {
    if (!(name in given)) filled[name] = fill(properties[name] ?? {}, undefined, ordinal);
  }
  // A later service may answer more: no page may break by what it does not know, or send it back.
  if (additionalProperties === undefined) filled.addedLater = 'unknown to this app';
  return filled;
}

function fillArray({ items = {}, minItems = 0 }: Schema, given: readonly unknown[] | undefined): unknown {
  if (given === undefined) return Array.from({ length: minItems }, (_, index) => fill(items, undefined, index + 1));
  return given.map((item, index) => fill(items, item, index + 1));
}

/** The first of which all constant words are the given ones, and that has every given field. */
function fillOneOf(schemas: readonly Schema[], given: unknown, ordinal: number): unknown {
  const fitting = given === undefined ? schemas[0] : schemas.find((schema) => fits(schema, given));
  return fill(fitting ?? {}, given, ordinal);
}

function fits(schema: Schema, given: unknown): boolean {
  if (schema.$ref !== undefined) return fits(namedSchema(schema.$ref), given);
  if (given === null) return schema.nullable === true || schema.enum?.includes(null) === true;
  if ('const' in schema) return schema.const === given;
  if (schema.enum !== undefined) return schema.enum.includes(given);
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(one, given));
  if (Array.isArray(given)) return schema.type === 'array';
  if (typeof given !== 'object') return schema.type === typeof given || schema.type === 'integer';
  const { properties = {}, additionalProperties } = schema;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return (
    schema.type === 'object' &&
    Object.entries(given as object).every(([name, value]) => {
      const field = properties[name];
      if (field === undefined) return isOpen;
      return field.const === undefined && field.enum === undefined ? true : fits(field, value);
    })
  );
}

function text({ format, pattern = '', minLength = 0 }: Schema, ordinal: number): string {
  if (format === 'date-time') return NOW;
  if (format === 'uuid' || pattern.includes('{8}-')) return idOf(ordinal);
  if (pattern.includes('[01][0-9]')) return SOME_TIME_OF_DAY;
  return 'x'.repeat(minLength);
}
