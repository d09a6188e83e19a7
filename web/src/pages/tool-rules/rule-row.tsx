// SPDX-License-Identifier: Apache-2.0
/** One rule: the tools on the left, what a call becomes on the right, and its fields below while it is open. */
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { ArrowDown, ArrowUp, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { useBecomes } from './becomes.ts';
import { pathOf, type RuleDraft, type RuleField, SPARED } from './draft.ts';
import { toolRulesWords } from './words.ts';

interface RuleRowProps {
  rule: RuleDraft;
  place: number;
  count: number;
  common: string | null;
  faults: ReadonlyMap<string, string>;
  warnings: ReadonlyMap<string, string>;
  isTaking: boolean;
  isNew: boolean;
  isOpen: boolean;
  isOff: boolean;
  onToggle(): void;
  onChange(over: Partial<RuleDraft>): void;
  onMove(step: -1 | 1): void;
  onRemove(): void;
}

export function RuleRow(props: RuleRowProps) {
  const { rule, place, common, warnings, isTaking, isOpen, isOff, onToggle, onMove } = props;
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const becomes = useBecomes();
  const id = useId();
  const number = format.number(place + 1);
  const notes = (['tools', 'resource'] as const).flatMap((field) => warnings.get(pathOf(place, field)) ?? []);
  const act = becomes(rule, common);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOff || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li onKeyDown={onKeyDown} className="border-b border-line">
      <div
        className={`flex items-start gap-1 py-1 pr-1
          ${isTaking ? 'bg-selected shadow-[inset_3px_0_0_var(--color-ink)]' : ''}`}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="group flex min-h-7 min-w-0 grow items-start gap-2 rounded-m px-2 py-1 text-left
            focus-visible:-outline-offset-2 max-md:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`mt-0.5 size-4 shrink-0 text-ink-3 transition-transform group-hover:text-ink
              ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="w-5 shrink-0 text-right text-ink-3 tabular-nums">
            <span className="sr-only">{words.rule} </span>
            {number}
          </span>
          <span className="grid min-w-0 grow gap-x-4 @xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
            <span className={`truncate ${rule.tools === '' ? 'text-ink-3' : 'font-mono font-medium'}`}>
              {rule.tools || words.newRule}
            </span>
            <span className={rule.action === SPARED ? 'text-ink-3' : 'break-words text-ink-2'}>
              {act}
              {isTaking && <span className="sr-only">, {words.takes}</span>}
            </span>
          </span>
        </button>
        {!isOff && <RowActs {...props} number={number} />}
      </div>
      {notes.map((note) => (
        <p key={note} className="pr-3 pb-2 pl-15 text-meta text-review-ink">
          {note}
        </p>
      ))}
      <div id={id} hidden={!isOpen}>
        {isOpen && <RowFields {...props} />}
      </div>
    </li>
  );
}

function RowActs({ place, count, number, onMove, onRemove }: RuleRowProps & { number: string }) {
  const words = useWords(toolRulesWords);
  const end = (isEnd: boolean) => (isEnd ? 'opacity-45' : '');
  return (
    <div className="flex shrink-0">
      <IconButton
        label={words.up(number)}
        aria-disabled={place === 0}
        className={end(place === 0)}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={words.down(number)}
        aria-disabled={place === count - 1}
        className={end(place === count - 1)}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={words.removeRule(number)} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function RowFields({ rule, place, faults, isNew, isOff, onChange }: RuleRowProps) {
  const { messages } = useLanguage();
  const words = useWords(toolRulesWords);
  const fault = (field: RuleField | 'action' | 'destination') => ({ error: faults.get(pathOf(place, field)) });
  const actions = [
    ...Object.entries(messages.words.actions).map(([value, name]) => ({ value, name })),
    { value: SPARED, name: words.spared },
  ];
  const destinations = Object.entries(messages.words.destinations).map(([value, name]) => ({ value, name }));
  const pointer = { autoComplete: 'off', spellCheck: false };
  const mono = { className: 'h-8 font-mono max-md:h-11', autoCapitalize: 'none' };
  return (
    <fieldset disabled={isOff} className="grid gap-x-4 gap-y-3 pt-1 pr-3 pb-4 pl-15 max-md:pl-4 @xl:grid-cols-2">
      <TextField
        label={words.tools}
        hint={words.toolsHint}
        maxLength={NAME_CHARACTERS_MAX}
        autoComplete="off"
        spellCheck={false}
        autoFocus={isNew}
        {...mono}
        {...fault('tools')}
        value={rule.tools}
        onChange={({ target }) => onChange({ tools: target.value })}
      />
      <ChoiceField
        label={words.action}
        choices={actions}
        {...fault('action')}
        value={rule.action}
        onChange={({ target }) => onChange({ action: target.value as RuleDraft['action'] })}
      />
      {rule.action !== SPARED && (
        <>
          <RecordCombobox
            of="listResources"
            label={words.resource}
            placeholder={words.ofSet}
            {...fault('resource')}
            value={rule.resource}
            onChoose={(resource) => onChange({ resource })}
          />
          <ChoiceField
            label={words.destination}
            choices={[{ value: '', name: words.notSaid }, ...destinations]}
            {...fault('destination')}
            value={rule.destination}
            onChange={({ target }) => onChange({ destination: target.value as RuleDraft['destination'] })}
          />
          <TextField
            label={words.records}
            hint={words.recordsHint}
            {...pointer}
            {...mono}
            {...fault('records')}
            value={rule.records}
            onChange={({ target }) => onChange({ records: target.value })}
          />
          <TextField
            label={words.content}
            hint={words.contentHint}
            {...pointer}
            {...mono}
            {...fault('content')}
            value={rule.content}
            onChange={({ target }) => onChange({ content: target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
