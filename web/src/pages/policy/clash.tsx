// SPDX-License-Identifier: Apache-2.0
/** Both sides of a policy that another person saved meanwhile, field by field. */
import type { PolicyDetail, PolicySpec, PolicyTestCase } from '@svc/contract';
import { type Approvals, approvalsOf, writtenApprovals } from '@svc/core/approvals';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { policyLines } from '../../policy/draft/lines.ts';
import { policyWords } from '../../policy/words.ts';
import { ClashDialog } from '../../registry/record-dialog.tsx';
import type { FormField } from '../../ui/form.tsx';
import { type Base, baseOf } from './base.ts';
import type { Edited } from './use-editor.ts';
import { policyPageWords } from './words.ts';

interface Values {
  name: string;
  description: string;
  enabled: boolean;
  action: string;
  resource: string;
  condition: PolicySpec['condition'] | null;
  decision: string;
  mode: string;
  approverRoles: readonly string[];
  approverGroups: readonly string[];
  escalate: boolean;
  approvals: Approvals;
  tests: PolicyTestCase[];
}

interface PolicyClashProps {
  before: Base;
  current: PolicyDetail;
  mine: Edited;
  /** Saves what was chosen, on what was saved meanwhile. */
  onChoose(base: Base, chosen: Edited): Promise<void>;
  onDrop(base: Base): void;
  onClose(): void;
}

export default function PolicyClash({ before, current, mine, onChoose, onDrop, onClose }: PolicyClashProps) {
  const fields = useClashFields();
  const theirs = baseOf(current);
  return (
    <ClashDialog<Values, void>
      fields={fields}
      before={valuesOf(before)}
      theirs={valuesOf(theirs)}
      mine={valuesOf(mine)}
      onSend={(chosen) => onChoose(theirs, editedOf(chosen))}
      reads={[]}
      onSent={() => undefined}
      onDrop={() => onDrop(theirs)}
      onClose={onClose}
    />
  );
}

function valuesOf({ spec, tests }: Edited): Values {
  const { name, description = '', enabled = true, action, resource, condition = null, decision, mode } = spec;
  const { approverRoles = [], approverGroups = [], escalate = true } = spec;
  return {
    name,
    description,
    enabled,
    action,
    resource: resource ?? 'ANY',
    condition,
    decision,
    mode: mode ?? 'ENFORCE',
    approverRoles,
    approverGroups,
    escalate,
    approvals: approvalsOf(spec.approvals),
    tests,
  };
}

function editedOf({ tests, description, condition, escalate, approvals, approverGroups, ...fields }: Values): Edited {
  const written = fields.decision === 'REVIEW' ? writtenApprovals(approvals) : undefined;
  const optional = {
    ...(description !== '' && { description }),
    ...(condition !== null && { condition }),
    ...(!escalate && { escalate }),
    ...(approverGroups.length > 0 && { approverGroups }),
    ...(written !== undefined && { approvals: written }),
  };
  return { spec: { ...fields, ...optional } as PolicySpec, tests };
}

const LINES_MAX = 24;

function useClashFields(): FormField<Values>[] {
  const { messages } = useLanguage();
  const { clash } = useWords(policyPageWords);
  const { families, resources, decisions, modes } = useWords(policyWords);
  const named = (names: Readonly<Record<string, string>>) => (value: unknown) => names[String(value)] ?? String(value);
  const shown: Readonly<Partial<Record<keyof Values, (value: unknown) => string>>> = {
    enabled: (value) => (value === true ? clash.on : clash.off),
    action: named(families),
    resource: named(resources),
    condition: (value) =>
      value === null ? clash.noCondition : shortened(value as PolicySpec['condition'], clash.more),
    decision: named(decisions),
    mode: named(modes),
    approverRoles: (value) => {
      const roles = (value as PolicySpec['approverRoles']) ?? [];
      return roles.length === 0 ? clash.ownersAndAdmins : roles.map((role) => messages.words.roles[role]).join(', ');
    },
    approverGroups: (value) => (value as readonly string[]).join(', ') || clash.noGroups,
    escalate: (value) => (value === true ? clash.passedOn : clash.kept),
    approvals: (value) => {
      return clash.approvals(value as Approvals);
    },
    tests: (value) => {
      const cases = value as PolicyTestCase[];
      return clash.cases(cases.length, cases.map(({ name }) => name).join(', '));
    },
  };
  return (Object.keys(clash.field) as (keyof Values)[]).map((name) => ({
    name,
    label: clash.field[name],
    ...(shown[name] !== undefined && { shown: shown[name] }),
  }));
}

/** As in its file, without the line that names it. */
function shortened(condition: PolicySpec['condition'], more: (count: number) => string): string {
  const whole = policyLines({ condition } as PolicySpec).slice(1);
  const lines = whole.slice(0, LINES_MAX).map((line) => line.replace(/^ {2}/, ''));
  return [...lines, ...(whole.length > LINES_MAX ? [more(whole.length - LINES_MAX)] : [])].join('\n');
}
