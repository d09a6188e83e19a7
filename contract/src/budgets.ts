// SPDX-License-Identifier: Apache-2.0
/** Budgets as code: how many acts, or records, are let through in a calendar window before a person is asked. */
import { type Static, Type } from 'typebox';
import { BUDGET_MEASURES, BUDGET_OUTCOMES, BUDGET_SCOPES, BUDGET_WINDOWS } from './budget-words.ts';
import { CHANGE_OPERATIONS, POLICY_API_VERSION, POLICY_MODES, POLICY_RESOURCES, ROLES } from './enums.ts';
import { BUDGET_LIMIT_MAX, IMPACT_DAYS_MAX } from './limits.ts';
import { policyProperties } from './policies.ts';
import { dateTime, nullableEnum, ref, strictObject, stringEnum, uuid } from './schema.ts';

const { name, description, enabled, action, resource, condition, mode } = policyProperties;
const { approverRoles, approverGroups, approvals } = policyProperties;

export const budgetProperties = {
  name,
  description,
  enabled,
  measure: stringEnum(BUDGET_MEASURES, { description: 'COUNT counts acts, RECORDS adds up `recordsAffected`.' }),
  limit: Type.Integer({ minimum: 1, maximum: BUDGET_LIMIT_MAX, description: 'Let through in one window.' }),
  window: stringEnum(BUDGET_WINDOWS, {
    description: 'A calendar window in the time zone of the organization; weeks begin on Monday.',
  }),
  per: stringEnum(BUDGET_SCOPES, {
    description: 'One count for the organization, or one for each agent, resource, or pair of both.',
  }),
  action,
  resource,
  condition,
  onExceed: stringEnum(BUDGET_OUTCOMES, { description: 'The decision for an act for which no room is left.' }),
  approverRoles,
  approverGroups,
  approvals,
  mode,
};

/** A budget from a caller. `id` and `updatedAt`, which a listing adds, are accepted and ignored. */
export const BudgetSchema = strictObject(
  {
    ...budgetProperties,
    id: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
    updatedAt: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
  },
  { $id: 'Budget' },
);
export type BudgetInput = Static<typeof BudgetSchema>;

/** A budget without the fields that only a listing carries. */
export type BudgetSpec = Omit<BudgetInput, 'id' | 'updatedAt'>;

export const StoredBudgetSchema = Type.Object(
  {
    id: uuid(),
    ...budgetProperties,
    enabled: Type.Boolean(),
    resource: nullableEnum(POLICY_RESOURCES),
    mode: stringEnum(POLICY_MODES),
    approverRoles: Type.Array(stringEnum(ROLES)),
    updatedAt: dateTime(),
  },
  { $id: 'StoredBudget' },
);
export type StoredBudget = Static<typeof StoredBudgetSchema>;

export const BudgetListResponseSchema = Type.Object(
  {
    apiVersion: stringEnum([POLICY_API_VERSION]),
    budgets: Type.Array(ref<StoredBudget>('StoredBudget'), {
      description: 'Sorted by name in Unicode code point order.',
    }),
  },
  { $id: 'BudgetListResponse' },
);
export type BudgetListResponse = Static<typeof BudgetListResponseSchema>;

/** The acts that budgets would have stopped, over stored LIVE events in the order of time. */
export const BudgetImpactSchema = Type.Object({
  days: Type.Integer(),
  from: dateTime(),
  to: dateTime({ description: 'Events until then were looked at.' }),
  complete: Type.Boolean({ description: 'false: it took too long, and later events were not looked at.' }),
  events: Type.Integer({ description: 'LIVE events that were looked at.' }),
  budgets: Type.Array(
    Type.Object({
      name: Type.String(),
      stopped: Type.Integer({ description: 'Acts for which there would have been no room.' }),
      counts: Type.Integer({ description: 'Counts of all windows.' }),
      fullCounts: Type.Integer({ description: 'Those of them that stopped an act.' }),
    }),
    { description: 'Each by itself.' },
  ),
});
export type BudgetImpact = Static<typeof BudgetImpactSchema>;

export const BudgetApplyRequestSchema = strictObject(
  {
    budgets: Type.Array(ref<BudgetInput>('Budget')),
    prune: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete budgets whose names are missing from `budgets`.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Answer the plan and write nothing.' })),
    impactDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: IMPACT_DAYS_MAX,
        description:
          'With `dryRun`: count the LIVE events of so many days by the budgets of `budgets`, up to a minute.',
      }),
    ),
  },
  { $id: 'BudgetApplyRequest' },
);
export type BudgetApplyRequest = Static<typeof BudgetApplyRequestSchema>;

export const BudgetApplyResponseSchema = Type.Object(
  {
    dryRun: Type.Boolean(),
    changes: Type.Array(Type.Object({ name: Type.String(), op: stringEnum(CHANGE_OPERATIONS) }), {
      description: 'In the order of the payload, deletions after them by name.',
    }),
    warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Parts of a valid budget that look unintended, with their paths.',
    }),
    impact: Type.Optional(BudgetImpactSchema),
  },
  { $id: 'BudgetApplyResponse' },
);
export type BudgetApplyResponse = Static<typeof BudgetApplyResponseSchema>;
