// SPDX-License-Identifier: Apache-2.0
/** Budgets as people keep them: each with the use of its present window. */
import { type Static, Type } from 'typebox';
import { type BudgetSpec, budgetProperties, StoredBudgetSchema } from '../budgets.ts';
import {
  BUDGET_BUCKETS_SHOWN_MAX,
  BUDGET_LIMIT_MAX,
  BUDGET_WINDOWS_SHOWN_MAX,
  IMPACT_DAYS_MAX,
  REVIEW_NOTE_CHARACTERS_MAX,
} from '../limits.ts';
import { approvalsProperty, type PolicyCondition } from '../policies.ts';
import { dateTime, multilineText, nullable, refOrNull, strictObject, stringEnum } from '../schema.ts';
import { sandboxProperty } from './lists.ts';
import { POLICY_WARNING_CODES } from './policies.ts';
import { named, recordListOf, recordListQuery, recordTimes, seenProperty } from './records.ts';

/** Probable mistakes in a valid budget. `NO_NUMBER`: acts that do not say how many records have no room. */
export const BUDGET_WARNING_CODES = [...POLICY_WARNING_CODES, 'NO_NUMBER'] as const;

const warning = Type.Object({
  code: stringEnum(BUDGET_WARNING_CODES),
  path: Type.String({ description: 'Within the budget; empty: the whole.' }),
  message: Type.String({ description: 'An English sentence.' }),
});
export type BudgetWarning = Static<typeof warning>;

/** One count of one window. */
const use = {
  start: dateTime(),
  end: dateTime(),
  bucket: Type.String({ description: 'The id of the agent, the resource, both with a space between, or nothing.' }),
  agent: nullable(named),
  resource: nullable(named),
  used: Type.Integer(),
  limit: Type.Integer({ description: 'With what it was raised by.' }),
};

const current = Type.Object({
  ...use,
  counts: Type.Integer({ description: 'The number of counts in the window; the fullest of them is told here.' }),
  forecast: nullable(
    Type.Integer({
      description: 'The count at the end of the window at the pace so far; null while that tells little.',
    }),
  ),
});

const budgetItem = { ...StoredBudgetSchema.properties, ...recordTimes, current };

export const BudgetItemSchema = Type.Object(budgetItem);
export type BudgetItem = Static<typeof BudgetItemSchema>;

export const BudgetDetailSchema = Type.Object({
  ...budgetItem,
  raised: nullable(
    Type.Object({
      window: dateTime({ description: 'The start of the window that has more room.' }),
      amount: Type.Integer(),
      note: nullable(Type.String()),
    }),
  ),
  warnings: Type.Array(warning),
});
export type BudgetDetail = Static<typeof BudgetDetailSchema>;

export const BUDGET_SORTS = ['name', 'createdAt'] as const;

export const BudgetListQuerySchema = strictObject({
  ...recordListQuery(BUDGET_SORTS, 'its name or description'),
  ...sandboxProperty,
});
export type BudgetListQuery = Static<typeof BudgetListQuerySchema>;

export const BudgetListSchema = recordListOf(BudgetItemSchema);
export type BudgetList = Static<typeof BudgetListSchema>;

export const BudgetReadQuerySchema = strictObject(sandboxProperty);
export type BudgetReadQuery = Static<typeof BudgetReadQuerySchema>;

export const BudgetCreationSchema = strictObject(budgetProperties);
export type BudgetCreation = BudgetSpec;

export const BudgetImpactRequestSchema = strictObject({
  budget: strictObject(budgetProperties),
  days: Type.Integer({ minimum: 1, maximum: IMPACT_DAYS_MAX }),
});
export type BudgetImpactRequest = Static<typeof BudgetImpactRequestSchema>;

/** Fields that are left out stay. */
export const BudgetChangeSchema = strictObject({
  ...Type.Partial(Type.Object(budgetProperties)).properties,
  description: Type.Optional(nullable(budgetProperties.description)),
  condition: Type.Optional(refOrNull<PolicyCondition>('PolicyCondition')),
  approvals: Type.Optional(nullable(approvalsProperty)),
  ...seenProperty,
});
export type BudgetChange = Static<typeof BudgetChangeSchema>;

export const BudgetUsageQuerySchema = strictObject({
  windows: Type.Optional(Type.String({ description: `1 to ${BUDGET_WINDOWS_SHOWN_MAX}; left out: 30.` })),
  ...sandboxProperty,
});
export type BudgetUsageQuery = Static<typeof BudgetUsageQuerySchema>;

export const BudgetUsageSchema = Type.Object({
  windows: Type.Array(Type.Object(use), {
    description: `Newest first, each with its ${BUDGET_BUCKETS_SHOWN_MAX} fullest counts.`,
  }),
});
export type BudgetUsage = Static<typeof BudgetUsageSchema>;

export const BudgetRaiseSchema = strictObject({
  amount: Type.Integer({
    minimum: 1,
    maximum: BUDGET_LIMIT_MAX,
    description: 'More room in the present window alone; in all at most the limit.',
  }),
  note: multilineText({ minLength: 1, maxLength: REVIEW_NOTE_CHARACTERS_MAX, description: 'Why.' }),
});
export type BudgetRaise = Static<typeof BudgetRaiseSchema>;
