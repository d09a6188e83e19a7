// SPDX-License-Identifier: Apache-2.0
/** The groups that a budget asks. Without groups in the organization nothing is shown. */
import { useWords } from '../../language/word-set.ts';
import { useGroupNames } from '../../policy/form/group-choice.tsx';
import { Toggles } from '../../policy/form/toggles.tsx';
import { budgetsWords } from './words.ts';

interface GroupTogglesProps {
  chosen: readonly string[];
  onChoose(chosen: string[]): void;
}

export function GroupToggles({ chosen, onChoose }: GroupTogglesProps) {
  const words = useWords(budgetsWords);
  const names = useGroupNames(chosen);
  if (names.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">{words.groups}</span>
      <Toggles
        label={words.groups}
        names={Object.fromEntries(names.map((name) => [name, name]))}
        chosen={chosen}
        disabled={false}
        onChoose={onChoose}
      />
      <span className="text-meta text-ink-3">{words.groupsHint}</span>
    </div>
  );
}
