// SPDX-License-Identifier: Apache-2.0
/**
 * Schemas of the contract as MCP tools carry them: JSON Schema 2020-12, complete in itself. Null is a type there, and
 * named schemas stand in `$defs`.
 */
import type { TSchema } from 'typebox';
import { NAMED_SCHEMAS } from '../openapi.ts';
import type { SchemaName } from '../schema.ts';

type JsonSchema = { [keyword: string]: unknown };

/** An object schema of a tool, with every schema that it refers to. */
export type ToolSchema = JsonSchema & { type: 'object' };

/** @param schema an object schema in the dialect of OpenAPI 3.0 */
export function toolSchema(schema: TSchema): ToolSchema {
  const used = new Map<SchemaName, JsonSchema>();
  const root = translate(plain(schema), used) as JsonSchema;
  const definitions = Object.fromEntries(used);
  return { ...root, type: 'object', ...(used.size === 0 ? {} : { $defs: definitions }) };
}

/** Without the marks that only types need. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

function translate(value: unknown, used: Map<SchemaName, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => translate(item, used));
  if (value === null || typeof value !== 'object') return value;
  const { $id: _id, nullable, ...rest } = value as JsonSchema;
  if (typeof rest.$ref === 'string') return { ...rest, $ref: define(rest.$ref.replace(/#$/, '') as SchemaName, used) };
  const translated = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, translate(member, used)]));
  return nullable === true ? orNull(translated) : translated;
}

function define(name: SchemaName, used: Map<SchemaName, JsonSchema>): string {
  if (!used.has(name)) {
    // Known before it is translated: a condition holds conditions.
    used.set(name, {});
    used.set(name, translate(plain(NAMED_SCHEMAS[name]), used) as JsonSchema);
  }
  return `#/$defs/${name}`;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, allOf, ...rest } = schema;
  if (allOf !== undefined) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  const words = values as unknown[] | undefined;
  return {
    type: [type, 'null'],
    ...(words === undefined ? {} : { enum: words.includes(null) ? words : [...words, null] }),
    ...rest,
  };
}
