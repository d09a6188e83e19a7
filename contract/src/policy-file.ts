// SPDX-License-Identifier: Apache-2.0
/**
 * The files of the command line as one JSON Schema (draft 7), for editors and for the command line itself. It is
 * derived from the schemas of the wire, so that the two cannot disagree.
 */

import { BudgetSchema } from './budgets.ts';
import { CONDITION_FIELDS_OF_API_ONLY, POLICY_API_VERSION, POLICY_FILE_KINDS } from './enums.ts';
import { draft7 } from './json-schema.ts';
import { PolicyConditionSchema, PolicySchema } from './policies.ts';
import { PolicyClaimSchema } from './policy-proofs.ts';
import { PolicyTestCaseSchema } from './policy-tests.ts';
import { ToolRulesSchema } from './tool-rules.ts';

type Json = Record<string, unknown>;

/** Plain JSON; it refers to nothing outside itself. */
export function policyFileSchema(): Json {
  const { id: _id, updatedAt: _updatedAt, name, ...spec } = PolicySchema.properties as Json;
  const { id: _budgetId, updatedAt: _budgetUpdatedAt, name: budgetName, ...budget } = BudgetSchema.properties as Json;
  const { id: _rulesId, updatedAt: _rulesUpdatedAt, name: rulesName, ...rules } = ToolRulesSchema.properties as Json;
  const condition = { ...(PolicyConditionSchema.properties as Json) };
  for (const field of CONDITION_FIELDS_OF_API_ONLY) delete condition[field];
  return draft7({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Policy file',
    description:
      'A policy, a budget, tool rules, cases that test policies and budgets, or claims about policies. Several ' +
      'documents may share a file, separated by ---.',
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
        metadata: metadata(name),
        spec: strict(['action', 'decision'], spec),
      }),
      Budget: strict(['apiVersion', 'kind', 'metadata', 'spec'], {
        ...HEAD,
        metadata: metadata(budgetName),
        spec: strict(['measure', 'limit', 'window', 'per', 'action', 'onExceed'], budget),
      }),
      ToolRules: strict(['apiVersion', 'kind', 'metadata', 'spec'], {
        ...HEAD,
        metadata: metadata(rulesName),
        spec: strict(['rules'], rules),
      }),
      PolicyTest: strict(['apiVersion', 'kind', 'cases'], {
        ...HEAD,
        cases: { type: 'array', items: { $ref: 'PolicyTestCase#' } },
      }),
      PolicyClaim: strict(['apiVersion', 'kind', 'claims'], {
        ...HEAD,
        claims: { type: 'array', items: { $ref: '#/definitions/Claim' } },
      }),
      PolicyCondition: strict([], condition),
      Claim: ofClaims(PolicyClaimSchema) as Json,
      // Claims are never stored, and may ask for everything that the API knows.
      ClaimCondition: ofClaims(PolicyConditionSchema) as Json,
      PolicyTestCase: { ...PolicyTestCaseSchema },
    },
  }) as Json;
}

/** The schema with the conditions of claims in the place of those of policies. */
function ofClaims(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"PolicyCondition#"', '"#/definitions/ClaimCondition"'));
}

const HEAD = { apiVersion: { enum: [POLICY_API_VERSION] }, kind: { enum: [...POLICY_FILE_KINDS] } };

const metadata = (name: unknown): Json =>
  strict(['name'], {
    name,
    id: { type: 'string', description: 'Kept when files are pulled, never sent back.' },
    updatedAt: { type: 'string', description: 'Kept when files are pulled, never sent back.' },
  });

function strict(required: readonly string[], properties: Json): Json {
  return { type: 'object', additionalProperties: false, required, properties };
}
