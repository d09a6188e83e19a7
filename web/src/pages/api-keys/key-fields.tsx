// SPDX-License-Identifier: Apache-2.0
/** The fields of an API key: name, permissions, addresses and end for every key, kind and agent of a new one. */
import type { KeyPermission } from '@svc/contract';
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { registryWords } from '../../registry/words.ts';
import { CheckField } from '../../ui/field.tsx';
import type { FormField } from '../../ui/form.tsx';
import { usePermissionsText } from './columns.tsx';
import { apiKeysWords } from './words.ts';

export interface KeyValues {
  name: string;
  kind: string;
  agent: string | null;
  /** All but `apply`, which is asked for by itself. */
  permissions: readonly KeyPermission[];
  apply: boolean;
  /** One address a line. */
  ips: string;
  end: string;
  date: string;
}

const DAY_MS = 86_400_000;
const END_DAYS = [30, 90] as const;
const YEAR_DAYS = 365;

/** @param before the key before the change; null for a new one */
export function useKeyFields(before: { permissions: readonly KeyPermission[] } | null): FormField<KeyValues>[] {
  const words = useWords(apiKeysWords);
  const common = useWords(registryWords);
  const name: FormField<KeyValues> = {
    name: 'name',
    label: common.name,
    hint: words.nameHint,
    maxLength: NAME_CHARACTERS_MAX,
    missing: common.missingName,
    autoComplete: 'off',
  };
  const ends = [
    { value: '', name: words.noEnd },
    ...END_DAYS.map((days) => ({ value: String(days), name: words.days(days) })),
    { value: String(YEAR_DAYS), name: words.year },
    { value: 'date', name: words.onDate },
  ];
  // A permission that the key had before is no reason to ask.
  const mustEnd = (values: KeyValues) => mayApply(values) && before?.permissions.includes('apply') !== true;
  const rest: FormField<KeyValues>[] = [
    { name: 'ips', label: common.optional(words.ips), hint: words.ipsHint, kind: 'lines' },
    {
      name: 'end',
      label: words.expires,
      kind: 'choice',
      choices: ends,
      missing: (values) => (mustEnd(values) ? words.missingEnd : undefined),
    },
    {
      name: 'date',
      label: words.date,
      kind: 'date',
      isShown: ({ end }) => end === 'date',
      missing: words.missingDate,
      faultOf: (value) => (Date.parse(value) >= Date.now() - DAY_MS ? null : words.missingDate),
    },
  ];
  const fields = [...usePermissionFields(), ...rest];
  return before === null ? [name, ...fieldsOfNew(words, common), ...fields] : [name, ...fields];
}

const canApply = ({ kind, agent }: KeyValues) => kind === 'LIVE' && agent === null;
const mayApply = (values: KeyValues) => values.apply && canApply(values);

/** The permissions that the form says. */
export function permissionsOf(values: KeyValues): KeyPermission[] {
  return mayApply(values) ? [...values.permissions, 'apply'] : [...values.permissions];
}

const USUAL = ['decide', 'read', 'test'] as const satisfies KeyPermission[];

function usePermissionFields(): FormField<KeyValues>[] {
  const words = useWords(apiKeysWords);
  const permissionsText = usePermissionsText();
  return [
    {
      name: 'permissions',
      label: words.may,
      part: ({ value, error, onChange }) => <Permissions value={value} error={error} onChange={onChange} />,
      faultOf: (_value, values) => (permissionsOf(values).length === 0 ? words.missingPermission : null),
      shown: (value) => permissionsText(value as KeyPermission[]),
    },
    {
      name: 'apply',
      label: words.permissions.apply,
      hint: words.permissionTexts.apply,
      kind: 'check',
      isShown: canApply,
      shown: (value) => permissionsText(value === true ? ['apply'] : []),
    },
  ];
}

interface PermissionsProps {
  value: readonly KeyPermission[];
  error: string | undefined;
  onChange(value: KeyPermission[]): void;
}

function Permissions({ value, error, onChange }: PermissionsProps) {
  const words = useWords(apiKeysWords);
  const toggle = (one: KeyPermission) =>
    onChange(USUAL.filter((other) => (other === one ? !value.includes(other) : value.includes(other))));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-meta font-medium text-ink-2">{words.may}</legend>
      {USUAL.map((one) => (
        <CheckField
          key={one}
          label={words.permissions[one]}
          hint={words.permissionTexts[one]}
          checked={value.includes(one)}
          onChange={() => toggle(one)}
        />
      ))}
      <p className="text-meta text-ink-3">{words.applyHint}</p>
      {error !== undefined && (
        <p role="alert" className="text-meta text-block-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function fieldsOfNew(
  words: { kind: string; for: string; agentHint: string; everyAgent: string } & {
    kinds: Readonly<Record<'LIVE' | 'TEST', string>>;
    kindTexts: Readonly<Record<'LIVE' | 'TEST', string>>;
  },
  common: { optional(label: string): string },
): FormField<KeyValues>[] {
  return [
    {
      name: 'kind',
      label: words.kind,
      kind: 'choice',
      choices: (['TEST', 'LIVE'] as const).map((value) => ({ value, name: words.kinds[value] })),
      hintOf: (value) => words.kindTexts[value as 'LIVE' | 'TEST'],
    },
    {
      name: 'agent',
      label: words.for,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listAgents"
          label={common.optional(words.for)}
          hint={words.agentHint}
          placeholder={words.everyAgent}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
  ];
}

export const addressesOf = ({ ips }: KeyValues): string[] | null => {
  const lines = ips.split(/[\s,;]+/).filter((line) => line !== '');
  return lines.length === 0 ? null : lines;
};

/** A day counts to its end, where the person is. */
export function endOf({ end, date }: KeyValues): string | null {
  if (end === '') return null;
  if (end !== 'date') return new Date(Date.now() + Number(end) * DAY_MS).toISOString();
  return new Date(`${date}T23:59:59.999`).toISOString();
}
