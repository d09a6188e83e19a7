// SPDX-License-Identifier: Apache-2.0
/** The facts that only a test case states: types of data found, the moment, and whether an anomaly is open. */
import type { DlpType, PolicyTestCase } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { Toggles } from '../../policy/form/toggles.tsx';
import { policyWords } from '../../policy/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { MomentField } from '../../ui/moment-field.tsx';
import { policyPageWords } from './words.ts';

type Input = PolicyTestCase['input'];

export interface FactValues {
  dlpTypes: DlpType[];
  /** RFC 3339; empty: the moment of the test. */
  at: string;
  /** Empty: whether the agent has one at the moment of the test. */
  openAnomaly: string;
}

/** Fields that a file gave and the form does not show stay. */
export function factsOf({ dlpTypes, at, openAnomaly }: FactValues): Pick<Input, 'dlpTypes' | 'at' | 'openAnomaly'> {
  return {
    ...(dlpTypes.length > 0 && { dlpTypes }),
    ...(at.trim() !== '' && { at: at.trim() }),
    ...(openAnomaly !== '' && { openAnomaly: openAnomaly === 'yes' }),
  };
}

export function factValuesOf({ dlpTypes = [], at = '', openAnomaly }: Partial<Input>): FactValues {
  return { dlpTypes, at, openAnomaly: openAnomaly === undefined ? '' : openAnomaly ? 'yes' : 'no' };
}

export function useFactFields<Values extends FactValues>(): FormField<Values>[] {
  const { tests: words } = useWords(policyPageWords);
  const { types } = useWords(policyWords);
  const list: FormField<FactValues>[] = [
    {
      name: 'dlpTypes',
      label: words.dlpTypes,
      part: ({ value, onChange }) => (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-medium">
            {words.dlpTypes}
          </span>
          <Toggles label={words.dlpTypes} names={types} chosen={value} disabled={false} onChoose={onChange} />
        </div>
      ),
    },
    {
      name: 'at',
      label: words.at,
      part: ({ value, error, onChange }) => (
        <MomentField label={words.at} hint={words.atHint} value={value} error={error} onChange={onChange} />
      ),
    },
    {
      name: 'openAnomaly',
      label: words.openAnomaly,
      kind: 'choice',
      choices: (['', 'no', 'yes'] as const).map((value) => ({ value, name: words.openAnomalies[value] })),
    },
  ];
  // Every field of the list is one of these values.
  return list as unknown as FormField<Values>[];
}
