// SPDX-License-Identifier: Apache-2.0
/** One condition: its field, how it is compared, and the value. The handle moves it within its group. */
import { GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, memo } from 'react';
import { useWords } from '../../language/word-set.ts';
import { IconButton } from '../../ui/button.tsx';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import type { ConditionField, Leaf } from '../draft/draft.ts';
import type { Edit } from '../draft/edit.ts';
import { policyWords } from '../words.ts';
import { ConditionValue } from './condition-value.tsx';
import { useFormContext } from './form-context.ts';

/** In the list both bounds of the number of records are one. */
const NAMED: readonly ConditionField[] = [
  'destination',
  'minRecords',
  'containsSensitiveData',
  'dlpTypes',
  'lgpdCategories',
  'outsideBusinessHours',
  'minRiskScore',
  'agentIds',
  'action',
  'destinationContains',
];

interface ConditionRowProps {
  leaf: Leaf;
  groupId: number;
  index: number;
}

/** A form may have hundreds of rows: one is drawn again when it changed itself. */
export const ConditionRow = memo(function ConditionRow({ leaf, groupId, index }: ConditionRowProps) {
  const words = useWords(policyWords);
  const { edit, isOff, faults, warnings } = useFormContext();
  const { id, field } = leaf;
  const named = field === 'maxRecords' ? 'minRecords' : field;
  const told = faults.get(id) ?? warnings.get(id);
  return (
    <li data-condition={field} {...dropProps(groupId, index, edit)} className="py-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Handle id={id} groupId={groupId} index={index} name={words.fields[named]} />
        <InlineChoice
          label={words.field}
          value={named}
          choices={NAMED.map((value) => ({ value, name: words.fields[value] }))}
          disabled={isOff}
          onChoose={(chosen) => edit({ type: 'setField', id, field: chosen })}
          className="w-42 max-md:w-auto max-md:grow"
        />
        <ConditionValue leaf={leaf} />
        <IconButton
          label={words.removeCondition(words.fields[named])}
          disabled={isOff}
          onClick={() => edit({ type: 'remove', id })}
          className="ml-auto disabled:opacity-45"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      {told !== undefined && (
        <p className={`mt-1 pl-6 text-meta ${faults.has(id) ? 'text-block-ink' : 'text-review-ink'}`}>{told}</p>
      )}
    </li>
  );
});

const DRAGGED = 'text/svc-condition';

/** A row takes the place of the one that it is dropped on, in the same group. */
export function dropProps(groupId: number, index: number, edit: (edit: Edit) => void) {
  return {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
    onDrop(event: DragEvent) {
      const [from, id] = event.dataTransfer.getData(DRAGGED).split(' ').map(Number);
      if (from !== groupId || id === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      edit({ type: 'moveTo', id, index });
    },
  };
}

/** With the keyboard the arrows move it; a pointer drags it. */
export function Handle({ id, groupId, index, name }: { id: number; groupId: number; index: number; name: string }) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (index + by >= 0) edit({ type: 'moveTo', id, index: index + by });
  };
  return (
    <button
      type="button"
      aria-label={words.moveCondition(name)}
      title={words.moveHint}
      disabled={isOff}
      draggable={!isOff}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${groupId} ${id}`)}
      onKeyDown={onKeyDown}
      className="grid h-7 w-4 shrink-0 cursor-grab place-items-center rounded-s text-ink-3 hover:text-ink
        disabled:opacity-45 max-md:hidden"
    >
      <GripVertical aria-hidden className="size-3.5" />
    </button>
  );
}
