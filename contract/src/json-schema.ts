// SPDX-License-Identifier: Apache-2.0
/** Schemas of the wire as documents of JSON Schema (draft 7), for readers outside the service. */

type Json = Record<string, unknown>;

/** Translates the dialect of OpenAPI 3.0: `nullable` becomes a list of types, names become pointers. */
export function draft7(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(draft7);
  if (schema === null || typeof schema !== 'object') return schema;
  const { nullable, $id: _id, $ref, ...rest } = schema as Json;
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, draft7(value)]));
  if (typeof $ref === 'string') return { $ref: $ref.startsWith('#') ? $ref : `#/definitions/${$ref.replace('#', '')}` };
  return nullable === true ? { ...plain, type: [rest.type, 'null'] } : plain;
}
