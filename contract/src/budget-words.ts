// SPDX-License-Identifier: Apache-2.0
/** The words of budgets. */

/** A budget counts acts, or the records that they affect. */
export const BUDGET_MEASURES = ['COUNT', 'RECORDS'] as const;
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number];

/** Calendar windows in the time zone of the organization; a week begins on Monday. */
export const BUDGET_WINDOWS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number];

/** The acts that share one count. */
export const BUDGET_SCOPES = ['ORGANIZATION', 'AGENT', 'RESOURCE', 'AGENT_AND_RESOURCE'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

export const BUDGET_OUTCOMES = ['REVIEW', 'BLOCK'] as const;
export type BudgetOutcome = (typeof BUDGET_OUTCOMES)[number];
