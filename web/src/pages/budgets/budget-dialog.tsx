// SPDX-License-Identifier: Apache-2.0
/** Makes a budget, or changes one. A change that lets more through says so before it is saved. */
import type {
  ActionFamily,
  BudgetCreation,
  BudgetDetail,
  BudgetMeasure,
  BudgetOutcome,
  BudgetScope,
  BudgetWindow,
  PolicyResource,
  Role,
} from '@svc/contract';
import { BUDGET_LIMIT_MAX, POLICY_DESCRIPTION_CHARACTERS_MAX, POLICY_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Toggles } from '../../policy/form/toggles.tsx';
import { policyWords } from '../../policy/words.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { useLooser } from '../../registry/use-looser.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { GroupToggles } from './group-toggles.tsx';
import { ImpactNow } from './impact-now.tsx';
import { budgetsWords } from './words.ts';

interface Values {
  name: string;
  description: string;
  action: ActionFamily;
  resource: PolicyResource;
  measure: BudgetMeasure;
  limit: string;
  window: BudgetWindow;
  per: BudgetScope;
  onExceed: BudgetOutcome;
  approverRoles: Role[];
  approverGroups: string[];
  mode: 'ENFORCE' | 'MONITOR' | 'OFF';
  /** Holds nothing: a place in the form. */
  impact: null;
}

const NEW: Values = {
  ...{ name: '', description: '', action: 'EXPORT', resource: 'ANY', measure: 'COUNT', limit: '' },
  ...{ window: 'DAY', per: 'AGENT', onExceed: 'REVIEW', approverRoles: [], approverGroups: [] },
  ...{ mode: 'ENFORCE', impact: null },
};

const READS = ['listBudgets', 'readBudget', 'readBudgetUsage'] as const;
const NAMES = Object.keys(NEW) as (keyof Values)[];

/** @param budget null: a new one */
export default function BudgetDialog({ budget, onClose }: { budget: BudgetDetail | null; onClose(): void }) {
  const words = useWords(budgetsWords);
  const common = useWords(registryWords);
  const looser = useLooser<Values>(useLooserLines(budget));
  const shared = {
    fields: useBudgetFields(budget),
    reads: READS,
    faultOf: useRecordFault<Values>(NAMES),
    onSent({ name }: BudgetDetail) {
      onClose();
      showToast({ title: budget === null ? words.created(name) : common.saved });
    },
    onClose,
  };
  if (budget === null) {
    return (
      <FormDialog
        {...shared}
        title={words.create}
        lead={words.createText}
        act={words.createAct}
        values={NEW}
        onSend={(values) => {
          const { description, ...body } = bodyOf(values);
          return callApi('createBudget', { body: { ...body, ...(description !== null && { description }) } });
        }}
      />
    );
  }
  const { id, onExceed: before } = budget;
  return (
    <>
      <RecordDialog<BudgetDetail, Values, BudgetDetail>
        {...shared}
        asks={looser.asks}
        title={words.editTitle(budget.name)}
        lead={budget.condition === undefined ? words.newCount : words.conditionKept}
        act={common.save}
        record={budget}
        valuesOf={valuesOf}
        onSend={(values, updatedAt) => {
          // A block has no approvals.
          const approvals = before === 'REVIEW' && values.onExceed === 'BLOCK' ? { approvals: null } : {};
          return callApi('updateBudget', { params: { id }, body: { ...bodyOf(values), ...approvals, updatedAt } });
        }}
      />
      {looser.question}
    </>
  );
}

const valuesOf = ({ description, resource, limit, enabled, mode, ...budget }: BudgetDetail): Values => ({
  name: budget.name,
  description: description ?? '',
  action: budget.action,
  resource: resource ?? 'ANY',
  measure: budget.measure,
  limit: String(limit),
  window: budget.window,
  per: budget.per,
  onExceed: budget.onExceed,
  approverRoles: budget.approverRoles,
  approverGroups: budget.approverGroups ?? [],
  mode: enabled ? mode : 'OFF',
  impact: null,
});

const bodyOf = ({ name, description, limit, mode, impact: _, ...values }: Values) => ({
  ...values,
  name: name.trim(),
  description: description.trim() || null,
  limit: Number(limit),
  enabled: mode !== 'OFF',
  mode: mode === 'MONITOR' ? ('MONITOR' as const) : ('ENFORCE' as const),
});

function useLooserLines(budget: BudgetDetail | null): (values: Values) => string[] {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  return (values) => {
    if (budget === null || !budget.enabled || budget.mode === 'MONITOR') return [];
    const before = valuesOf(budget);
    const after = Number(values.limit);
    const counted = ['measure', 'window', 'per', 'action', 'resource'] as const;
    return [
      ...(after > budget.limit ? [words.limitUp(format.number(budget.limit), format.number(after))] : []),
      ...(values.mode === 'ENFORCE' ? [] : [words.stops]),
      ...(before.onExceed === 'BLOCK' && values.onExceed === 'REVIEW' ? [words.asksNow] : []),
      ...(counted.some((field) => before[field] !== values[field]) ? [words.other] : []),
    ];
  };
}

function useBudgetFields(budget: BudgetDetail | null): FormField<Values>[] {
  const words = useWords(budgetsWords);
  const common = useWords(registryWords);
  const { families, resources, roles } = useWords(policyWords);
  const limitFault = (text: string) => {
    const isGood = /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= BUDGET_LIMIT_MAX;
    return isGood ? null : words.limitFault;
  };
  return [
    {
      name: 'name',
      label: common.name,
      maxLength: POLICY_NAME_CHARACTERS_MAX,
      missing: common.missingName,
      autoComplete: 'off',
      ...(budget === null && { autoFocus: true }),
    },
    choice('action', words.action, families),
    choice('resource', words.resource, resources),
    {
      ...choice('measure', words.measure, words.measures),
      hintOf: (value) => (value === 'RECORDS' ? words.recordsHint : ''),
    },
    {
      name: 'limit',
      label: words.limit,
      hint: words.limitHint,
      inputMode: 'numeric',
      missing: words.limitFault,
      faultOf: limitFault,
      autoComplete: 'off',
    },
    { ...choice('window', words.window, words.windows), hint: words.windowHint },
    choice('per', words.per, words.scopes),
    choice('onExceed', words.onExceed, words.outcomes),
    {
      name: 'approverRoles',
      label: words.roles,
      isShown: ({ onExceed }) => onExceed === 'REVIEW',
      shown: (value) => (value as Role[]).map((role) => roles[role]).join(', '),
      part: ({ value, onChange, values }) => (
        <div className="flex flex-col gap-1">
          <span className="font-medium">{words.roles}</span>
          <Toggles label={words.roles} names={roles} chosen={value as Role[]} disabled={false} onChoose={onChange} />
          {values.approverGroups.length === 0 && <span className="text-meta text-ink-3">{words.rolesHint}</span>}
        </div>
      ),
    },
    {
      name: 'approverGroups',
      label: words.groups,
      isShown: ({ onExceed }) => onExceed === 'REVIEW',
      shown: (value) => (value as string[]).join(', '),
      part: ({ value, onChange }) => <GroupToggles chosen={value as string[]} onChoose={onChange} />,
    },
    choice('mode', words.mode, words.modes),
    {
      name: 'description',
      label: common.optional(words.description),
      maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX,
      autoComplete: 'off',
    },
    { name: 'impact', label: words.count, part: ({ values }) => <ImpactNow budget={proposed(values, budget)} /> },
  ];
}

/** The budget that would be saved, for a count alone; null while its limit is none. */
function proposed(values: Values, budget: BudgetDetail | null): BudgetCreation | null {
  const { description: _, name, limit, ...body } = bodyOf(values);
  if (!(Number.isSafeInteger(limit) && limit >= 1 && limit <= BUDGET_LIMIT_MAX)) return null;
  return { ...body, limit, name: name || '-', ...(budget?.condition !== undefined && { condition: budget.condition }) };
}

function choice(name: keyof Values, label: string, names: Readonly<Record<string, string>>): FormField<Values> {
  const choices = Object.entries(names).map(([value, one]) => ({ value, name: one }));
  return { name, label, kind: 'choice', choices, shown: (value) => names[String(value)] ?? '' };
}
