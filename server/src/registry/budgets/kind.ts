// SPDX-License-Identifier: Apache-2.0
/** Budgets as records: the plan for given ones, and their audit entries. */
import { BUDGET_BYTES_MAX, BUDGETS_MAX, type BudgetSpec } from '@svc/contract';
import { checkBudget, normalizeBudget } from '@svc/core/budgets';
import type { JsonObject } from '@svc/core/canonical-json';
import type { Change } from '../../storage/heads/index.ts';
import { lineFault } from '../names/index.ts';
import {
  changedEntry,
  createdEntry,
  type Identified,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
} from '../records/index.ts';

type Approving = 'approverGroups' | 'approvals';

/** A budget with the count that it has. Every optional field is there, as null. */
export interface BudgetValues extends Required<Omit<BudgetSpec, 'description' | 'condition' | Approving>> {
  description: NonNullable<BudgetSpec['description']> | null;
  condition: NonNullable<BudgetSpec['condition']> | null;
  approverGroups: readonly string[] | null;
  approvals: NonNullable<BudgetSpec['approvals']> | null;
  /** The number of the count: it goes up when measure, window or per change. */
  series: number;
  /** The moment from which that series counts. */
  since: string;
}

export const BUDGET_WORDS = { noun: 'budget', aNoun: 'a budget', nouns: 'budgets', nameFault: lineFault };

export const specOf = ({
  series: _,
  since: _at,
  description,
  condition,
  approverGroups,
  approvals,
  ...spec
}: BudgetValues): BudgetSpec =>
  normalizeBudget({
    ...spec,
    ...(description !== null && { description }),
    ...(condition !== null && { condition }),
    ...(approverGroups !== null && { approverGroups: [...approverGroups] }),
    ...(approvals !== null && { approvals }),
  });

/** @param stored the budget before the change: another measure, window or scope starts a new count */
export function budgetValues(given: BudgetSpec, stored: BudgetValues | undefined, nowMs: number): BudgetValues {
  const { description = null, condition = null, ...normalized } = normalizeBudget(given);
  const { approverGroups = null, approvals = null, ...spec } = normalized;
  const values = { ...spec, description, condition, approverGroups, approvals };
  const isSameCount = stored !== undefined && COUNTED.every((field) => stored[field] === values[field]);
  if (isSameCount) return { ...values, series: stored.series, since: stored.since };
  return { ...values, series: (stored?.series ?? 0) + 1, since: new Date(nowMs).toISOString() };
}

const COUNTED = ['measure', 'window', 'per'] as const;

export function planBudgets(
  given: readonly BudgetSpec[],
  stored: ReadonlyMap<string, Identified<BudgetValues>>,
  newId: () => string,
  nowMs: number,
): RecordPlan<BudgetValues> {
  const plan = planRecords<BudgetSpec & { id?: undefined }, BudgetValues>({
    noun: 'budget',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf: (budget, current) => budgetValues(budget, current, nowMs),
    newId,
  });
  return { ...plan, faults: [...plan.faults, ...given.flatMap(faultsOf), ...roomFaults(given, stored)] };
}

/** Faults of one budget that passed its schema. */
export function faultsOf(budget: BudgetSpec, index: number): RecordFault[] {
  const faults = checkBudget(budget, '').errors.map(({ path, message }) => ({ index, fields: [path], message }));
  if (faults.length > 0 || Buffer.byteLength(JSON.stringify(budget)) <= BUDGET_BYTES_MAX) return faults;
  return [{ index, fields: ['condition'], message: `the budget must be at most ${BUDGET_BYTES_MAX} bytes as JSON` }];
}

/** The given ones that are more than an organization may have. */
function roomFaults(given: readonly BudgetSpec[], stored: ReadonlyMap<string, unknown>): RecordFault[] {
  const created = given.flatMap(({ name }, index) => (stored.has(name) ? [] : [index]));
  const [excess] = created.slice(Math.max(0, BUDGETS_MAX - stored.size));
  const message = `an organization has at most ${BUDGETS_MAX} budgets`;
  return excess === undefined ? [] : [{ index: excess, fields: [], message }];
}

export const BUDGET: RecordKind<BudgetValues> = {
  type: 'budget',
  describe: ({ name }) => ({ name }),
  // A specification is JSON, which its type hides. An absent field stays absent: rules are rebuilt from entries.
  shown: (values) => {
    const { series, since } = values;
    return { ...specOf(values), series, since } as unknown as JsonObject;
  },
};

/** An entry holds the budget whole after the change, so that each tells its rules by itself. */
export function budgetChanges({ creates, updates }: RecordWrites<BudgetValues>): Change[] {
  return [
    ...creates.map((record) => createdEntry(BUDGET, record)),
    ...updates.map((update) => {
      const { metadata, ...entry } = changedEntry(BUDGET, update);
      return { ...entry, metadata: { ...metadata, after: BUDGET.shown(update.record) } };
    }),
  ];
}
