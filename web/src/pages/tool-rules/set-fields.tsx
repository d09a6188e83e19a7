// SPDX-License-Identifier: Apache-2.0
/** The fields of a set, as its form and a conflict of two changes show them. */
import { POLICY_DESCRIPTION_CHARACTERS_MAX, POLICY_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { useBecomes } from './becomes.ts';
import { type RuleDraft, ruleFaults, type SetDraft } from './draft.ts';
import { toolRulesWords } from './words.ts';

export function useSetFields(): FormField<SetDraft>[] {
  const words = useWords(toolRulesWords);
  const common = useWords(registryWords);
  const becomes = useBecomes();
  return [
    {
      name: 'name',
      label: common.name,
      hint: words.nameHint,
      maxLength: POLICY_NAME_CHARACTERS_MAX,
      missing: common.missingName,
      autoComplete: 'off',
    },
    {
      name: 'description',
      label: common.optional(words.description),
      maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX,
      autoComplete: 'off',
    },
    {
      name: 'agent',
      label: words.agent,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listAgents"
          label={words.agent}
          hint={words.agentHint}
          placeholder={words.anyAgent}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
    {
      name: 'resource',
      label: words.resource,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listResources"
          label={common.optional(words.resource)}
          hint={words.resourceHint}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
      faultOf: (_value, set) => (ruleFaults(set).has('resource') ? words.faults.noSetResource : null),
    },
    {
      name: 'unlisted',
      label: words.unlisted,
      kind: 'choice',
      choices: Object.entries(words.unlistedNames).map(([value, name]) => ({ value, name })),
    },
    {
      name: 'rules',
      label: words.rules,
      faultOf: (_rules, set) =>
        [...ruleFaults(set).keys()].some((path) => path !== 'resource') ? words.rulesHint : null,
      part: () => null,
      shown: (rules) =>
        (rules as readonly RuleDraft[]).map((rule) => `${rule.tools}: ${becomes(rule, null)}`).join('\n'),
    },
  ];
}
