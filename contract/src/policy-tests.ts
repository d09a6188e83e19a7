// SPDX-License-Identifier: Apache-2.0
/** Test cases of policies: the bodies of POST /v1/policies/test. */
import { type Static, Type } from 'typebox';
import type { BudgetInput } from './budgets.ts';
import { DECISIONS, DESTINATIONS, DLP_TYPES, EVENT_ACTIONS, RISK_LEVELS } from './enums.ts';
import {
  BUDGET_LIMIT_MAX,
  NAME_CHARACTERS_MAX,
  POLICY_NAME_CHARACTERS_MAX,
  RECORDS_AFFECTED_MAX,
  RISK_SCORE_MAX,
  TEST_CASE_NAME_CHARACTERS_MAX,
  TEST_CASES_MAX,
} from './limits.ts';
import type { PolicyInput } from './policies.ts';
import { dateTime, line, ref, strictObject, stringEnum } from './schema.ts';

export const PolicyTestCaseSchema = strictObject(
  {
    name: line({ minLength: 1, maxLength: TEST_CASE_NAME_CHARACTERS_MAX }),
    input: strictObject({
      agent: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Agent name.' }),
      action: stringEnum(EVENT_ACTIONS),
      resource: Type.String({
        minLength: 1,
        maxLength: NAME_CHARACTERS_MAX,
        description: 'Resource name registered in the organization, not a classification.',
      }),
      destination: Type.Optional(stringEnum(DESTINATIONS)),
      recordsAffected: Type.Optional(Type.Integer({ minimum: 0, maximum: RECORDS_AFFECTED_MAX })),
      containsSensitiveData: Type.Optional(Type.Boolean({ description: 'Stands in for the scan.' })),
      dlpTypes: Type.Optional(
        Type.Array(stringEnum(DLP_TYPES), {
          uniqueItems: true,
          description: 'The findings of the scan, so that policies about types and categories can match.',
        }),
      ),
      at: Type.Optional(dateTime({ description: 'The moment of the decision; left out: now.' })),
      openAnomaly: Type.Optional(
        Type.Boolean({ description: 'Whether the agent has an open anomaly; left out: whether it has one now.' }),
      ),
      metadata: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'Accepted and ignored.',
        }),
      ),
    }),
    given: Type.Optional(
      strictObject({
        budgets: Type.Optional(
          Type.Unsafe<Record<string, number>>({
            type: 'object',
            additionalProperties: { type: 'integer', minimum: 0, maximum: BUDGET_LIMIT_MAX },
            description: 'The use of budgets before the act, by name; one that is left out has let nothing through.',
          }),
        ),
      }),
    ),
    expect: Type.Optional(
      strictObject({
        decision: stringEnum(DECISIONS),
        policy: Type.Optional(
          Type.String({ minLength: 1, maxLength: POLICY_NAME_CHARACTERS_MAX, description: 'Matched policy name.' }),
        ),
      }),
    ),
  },
  { $id: 'PolicyTestCase' },
);
export type PolicyTestCase = Static<typeof PolicyTestCaseSchema>;

export const PolicyTestRequestSchema = strictObject(
  {
    policies: Type.Optional(
      Type.Array(ref<PolicyInput>('Policy'), { description: 'Evaluated instead of the stored ones.' }),
    ),
    budgets: Type.Optional(
      Type.Array(ref<BudgetInput>('Budget'), { description: 'Counted instead of the stored ones.' }),
    ),
    cases: Type.Array(ref<PolicyTestCase>('PolicyTestCase'), { maxItems: TEST_CASES_MAX }),
  },
  { $id: 'PolicyTestRequest' },
);
export type PolicyTestRequest = Static<typeof PolicyTestRequestSchema>;

export const PolicyTestResponseSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        name: Type.String(),
        decision: stringEnum(DECISIONS),
        matchedPolicy: Type.Unsafe<string | null>({ type: 'string', nullable: true }),
        riskScore: Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX }),
        riskLevel: stringEnum(RISK_LEVELS),
        reasons: Type.Array(Type.String()),
        pass: Type.Unsafe<boolean | null>({
          type: 'boolean',
          nullable: true,
          description: 'null when `expect` was omitted.',
        }),
      }),
    ),
  },
  { $id: 'PolicyTestResponse' },
);
export type PolicyTestResponse = Static<typeof PolicyTestResponseSchema>;
