// SPDX-License-Identifier: Apache-2.0
/** The fields of an action to try: what an agent would ask for. A test case and the page that tries one share them. */
import type { PolicyTestCase } from '@svc/contract';
import { RECORDS_AFFECTED_MAX } from '@svc/contract/limits';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { RecordCombobox } from '../registry/record-combobox.tsx';
import type { FormField } from '../ui/form.tsx';
import { policyWords } from './words.ts';

export interface InputValues {
  agent: string | null;
  action: string;
  resource: string | null;
  destination: string;
  records: string;
  sensitive: boolean;
}

export const FIRST_INPUT: InputValues = {
  agent: null,
  action: 'EXPORT_DATA',
  resource: null,
  destination: 'EXTERNAL_API',
  records: '',
  sensitive: false,
};

export function inputOf(values: InputValues): PolicyTestCase['input'] {
  const { agent, action, resource, destination, records, sensitive } = values;
  return {
    agent: agent ?? '',
    action: action as PolicyTestCase['input']['action'],
    resource: resource ?? '',
    ...(destination !== '' && { destination: destination as NonNullable<PolicyTestCase['input']['destination']> }),
    ...(records.trim() !== '' && { recordsAffected: numberOf(records) }),
    ...(sensitive && { containsSensitiveData: true }),
  };
}

export function valuesOf(input: PolicyTestCase['input']): InputValues {
  const { agent, action, resource, destination = '', recordsAffected, containsSensitiveData = false } = input;
  return {
    agent,
    action,
    resource,
    destination,
    records: recordsAffected === undefined ? '' : String(recordsAffected),
    sensitive: containsSensitiveData,
  };
}

/** Whatever separators the number has, its digits count. */
const numberOf = (text: string): number => Number(text.replaceAll(/[\s.,]/g, ''));

export function useInputFields<Values extends InputValues>(): FormField<Values>[] {
  const { messages, format } = useLanguage();
  const { input, problem, fields, actionLabel } = useWords(policyWords);
  const record = (of: 'listAgents' | 'listResources', name: 'agent' | 'resource', missing: string) => ({
    name,
    label: input[name],
    missing,
    faultOf: (value: unknown) => (value === null ? missing : null),
    part: ({ value, error, onChange }: { value: never; error: string | undefined; onChange(value: unknown): void }) => (
      <RecordCombobox of={of} label={input[name]} value={value} error={error} onChoose={onChange} />
    ),
  });
  const list: FormField<InputValues>[] = [
    record('listAgents', 'agent', input.missingAgent),
    {
      name: 'action',
      label: actionLabel,
      kind: 'choice',
      choices: Object.entries(messages.words.actions).map(([value, name]) => ({ value, name })),
    },
    record('listResources', 'resource', input.missingResource),
    {
      name: 'destination',
      label: fields.destination,
      kind: 'choice',
      choices: [
        { value: '', name: input.notGiven },
        ...Object.entries(messages.words.destinations).map(([value, name]) => ({ value, name })),
      ],
    },
    {
      name: 'records',
      label: fields.minRecords,
      hint: input.recordsHint,
      inputMode: 'numeric',
      autoComplete: 'off',
      faultOf: (value) => {
        if (value.trim() === '') return null;
        const count = numberOf(value);
        if (!Number.isInteger(count) || count < 0) return problem.type('integer');
        return count > RECORDS_AFFECTED_MAX ? problem.tooLarge(format.number(RECORDS_AFFECTED_MAX)) : null;
      },
    },
    { name: 'sensitive', label: input.sensitive, kind: 'check' },
  ];
  // Every field of the list is one of these values.
  return list as unknown as FormField<Values>[];
}
