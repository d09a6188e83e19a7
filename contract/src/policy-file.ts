/**
 * The files of the command line as one JSON Schema (draft 7), for editors and for the command line itself. It is
 * derived from the schemas of the wire, so that the two cannot disagree.
 */
import { CONDITION_FIELDS_OF_API_ONLY, POLICY_API_VERSION, POLICY_FILE_KINDS } from './enums.ts';
import { PolicyConditionSchema, PolicySchema, PolicyTestCaseSchema } from './policies.ts';

type Json = Record<string, unknown>;

/** Plain JSON; it refers to nothing outside itself. */
export function policyFileSchema(): Json {
  const { id: _id, updatedAt: _updatedAt, name, ...spec } = PolicySchema.properties as Json;
  const condition = { ...(PolicyConditionSchema.properties as Json) };
  for (const field of CONDITION_FIELDS_OF_API_ONLY) delete condition[field];
  return draft7({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Policy file',
    description: 'A policy, or cases that test policies. Several documents may share a file, separated by ---.',
    type: 'object',
    required: ['apiVersion', 'kind'],
    properties: { apiVersion: { enum: [POLICY_API_VERSION] }, kind: { enum: [...POLICY_FILE_KINDS] } },
    // A document of an unknown kind gets no further findings.
    allOf: POLICY_FILE_KINDS.map((kind) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; this object is never awaited.
      then: { $ref: `#/definitions/${kind}` },
    })),
    definitions: {
      Policy: strict(['apiVersion', 'kind', 'metadata', 'spec'], {
        ...HEAD,
        metadata: strict(['name'], {
          name,
          id: { type: 'string', description: 'Kept when policies are pulled, never sent back.' },
          updatedAt: { type: 'string', description: 'Kept when policies are pulled, never sent back.' },
        }),
        spec: strict(['action', 'decision'], spec),
      }),
      PolicyTest: strict(['apiVersion', 'kind', 'cases'], {
        ...HEAD,
        cases: { type: 'array', items: { $ref: 'PolicyTestCase#' } },
      }),
      PolicyCondition: strict([], condition),
      PolicyTestCase: { ...PolicyTestCaseSchema },
    },
  }) as Json;
}

const HEAD = { apiVersion: { enum: [POLICY_API_VERSION] }, kind: { enum: [...POLICY_FILE_KINDS] } };

function strict(required: readonly string[], properties: Json): Json {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Translates the dialect of OpenAPI 3.0: `nullable` becomes a list of types, names become pointers. */
function draft7(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(draft7);
  if (schema === null || typeof schema !== 'object') return schema;
  const { nullable, $id: _id, $ref, ...rest } = schema as Json;
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, draft7(value)]));
  if (typeof $ref === 'string') return { $ref: $ref.startsWith('#') ? $ref : `#/definitions/${$ref.replace('#', '')}` };
  return nullable === true ? { ...plain, type: [rest.type, 'null'] } : plain;
}
