// SPDX-License-Identifier: Apache-2.0
/** One test case: what an agent would ask for, and what it should lead to. */
import type { DecisionWord, PolicyTestCase } from '@svc/contract';
import { TEST_CASE_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { FIRST_INPUT, type InputValues, inputOf, useInputFields, valuesOf } from '../../policy/input-fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type FactValues, factsOf, factValuesOf, useFactFields } from './case-fields.tsx';
import { policyPageWords } from './words.ts';

interface Values extends InputValues, FactValues {
  name: string;
  expect: string;
}

interface CaseDialogProps {
  /** null: a new one. */
  test: PolicyTestCase | null;
  /** Names of the others. */
  taken: readonly string[];
  onKeep(test: PolicyTestCase): void;
  onClose(): void;
}

export default function CaseDialog({ test, taken, onKeep, onClose }: CaseDialogProps) {
  const { messages } = useLanguage();
  const { tests: words } = useWords(policyPageWords);
  const input = useInputFields<Values>();
  const facts = useFactFields<Values>();
  const values: Values =
    test === null
      ? { ...FIRST_INPUT, ...factValuesOf({}), name: '', expect: 'REVIEW' }
      : {
          ...valuesOf(test.input),
          ...factValuesOf(test.input),
          name: test.name,
          expect: test.expect?.decision ?? 'REVIEW',
        };
  return (
    <FormDialog<Values, Values>
      title={test === null ? words.newTitle : words.editTitle}
      lead={words.lead}
      width="wide"
      act={test === null ? words.keep : words.apply}
      fields={[
        {
          name: 'name',
          label: words.name,
          maxLength: TEST_CASE_NAME_CHARACTERS_MAX,
          missing: words.missingName,
          autoComplete: 'off',
          faultOf: (value) => (taken.includes(value.trim()) ? words.takenName : null),
        },
        ...input,
        ...facts,
        {
          name: 'expect',
          label: words.expect,
          kind: 'choice',
          choices: (['ALLOW', 'REVIEW', 'BLOCK'] as const).map((value) => ({
            value,
            name: messages.words.decisions[value],
          })),
        },
      ]}
      values={values}
      onSend={async (entered) => entered}
      onSent={(entered) =>
        onKeep({
          name: entered.name.trim(),
          input: { ...inputOf(entered), ...factsOf(entered) },
          // A named policy that a file asked for stays.
          expect: { ...test?.expect, decision: entered.expect as DecisionWord },
        })
      }
      onClose={onClose}
    />
  );
}
