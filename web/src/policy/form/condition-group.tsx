// SPDX-License-Identifier: Apache-2.0
/** A group of conditions: a solid line where all must hold, a dashed one where any is enough. */
import { CONDITION_LEVELS_MAX } from '@svc/contract/limits';
import { Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import { type Group, isWrittenAsFields } from '../draft/draft.ts';
import { policyWords } from '../words.ts';
import { ConditionRow, dropProps, Handle } from './condition-row.tsx';
import { useFormContext } from './form-context.ts';

/** Conditions of one group that are drawn at once; a pasted policy may have thousands. */
const SHOWN_AT_ONCE = 50;
/** Deeper than this the lines stand closer, so that the rows keep their width. */
const WIDE_LEVELS = 5;

interface GroupProps {
  group: Group;
  /** The nesting, as the contract counts it: a condition of several fields adds none. */
  level: number;
  /** null: the outermost one. */
  position: { groupId: number; index: number } | null;
  /** Drawn folded, because the policy has very many conditions. */
  isFolded?: boolean;
}

export const ConditionGroup = memo(function ConditionGroup({ group, level, position, isFolded = false }: GroupProps) {
  const words = useWords(policyWords);
  const { edit, isOff, faults, warnings } = useFormContext();
  const [isOpen, setOpen] = useState(!isFolded);
  const { id, many, parts } = group;
  const told = faults.get(id) ?? warnings.get(id);
  return (
    <fieldset
      aria-label={words.groupOf[many]}
      {...(position !== null && dropProps(position.groupId, position.index, edit))}
      className={`min-w-0 border-l-2 ${many === 'all' ? 'border-ink-2' : 'border-dashed border-ink-2'}
        ${level > WIDE_LEVELS ? 'pl-2' : 'pl-4'} ${position === null ? '' : 'py-1.5'}`}
    >
      <div className="flex items-center gap-1">
        {position !== null && <Handle id={id} {...position} name={words.groupOf[many]} />}
        <InlineChoice
          variant="quiet"
          label={words.howMany}
          value={many}
          choices={[
            { value: 'all', name: words.all },
            { value: 'any', name: words.any },
          ]}
          disabled={isOff}
          onChoose={(chosen) => edit({ type: 'setMany', id, many: chosen })}
        />
        <span className="text-ink-2">{words.hold[many]}</span>
        {position !== null && (
          <IconButton
            label={words.removeGroup}
            disabled={isOff}
            onClick={() => edit({ type: 'remove', id })}
            className="ml-auto disabled:opacity-45"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      {told !== undefined && (
        <p className={`pl-1 text-meta ${faults.has(id) ? 'text-block-ink' : 'text-review-ink'}`}>{told}</p>
      )}
      {isOpen ? (
        <Parts group={group} level={level} areFolded={isFolded} />
      ) : (
        <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
          {words.showConditions(parts.length)}
        </Button>
      )}
    </fieldset>
  );
});

function Parts({ group, level, areFolded }: { group: Group; level: number; areFolded: boolean }) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { id, parts } = group;
  const next = isWrittenAsFields(group) ? level : level + 1;
  return (
    <>
      <ul>
        {parts.slice(0, shown).map((part, index) =>
          part.kind === 'leaf' ? (
            <ConditionRow key={part.id} leaf={part} groupId={id} index={index} />
          ) : (
            <li key={part.id}>
              <ConditionGroup group={part} level={next} position={{ groupId: id, index }} isFolded={areFolded} />
            </li>
          ),
        )}
      </ul>
      {parts.length > shown && (
        <Button variant="ghost" size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {words.showMore(parts.length - shown)}
        </Button>
      )}
      {!isOff && (
        <div className="flex gap-1 py-0.5">
          <Button
            variant="ghost"
            size="small"
            onClick={() => edit({ type: 'addCondition', groupId: id, field: firstFreeOf(group) })}
          >
            <Plus aria-hidden className="size-3.5" />
            {words.addCondition}
          </Button>
          {next < CONDITION_LEVELS_MAX && (
            <Button variant="ghost" size="small" onClick={() => edit({ type: 'addGroup', groupId: id })}>
              <Plus aria-hidden className="size-3.5" />
              {words.addGroup}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The most used fields first, each once. */
function firstFreeOf({ parts }: Group) {
  const used = new Set(parts.map((part) => (part.kind === 'leaf' ? part.field : null)));
  const wanted = [
    'destination',
    'minRecords',
    'containsSensitiveData',
    'outsideBusinessHours',
    'minRiskScore',
  ] as const;
  return wanted.find((field) => !used.has(field)) ?? 'destination';
}
