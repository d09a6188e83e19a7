// SPDX-License-Identifier: Apache-2.0
/** The value of a condition, by its field; between both stands the word that compares them. */
import { CONDITION_RECORDS_MAX, DESTINATION_CONTAINS_CHARACTERS_MAX, RISK_SCORE_MAX } from '@svc/contract/limits';
import type { ReactNode } from 'react';
import { useWords } from '../../language/word-set.ts';
import { CONTROL } from '../../ui/field.tsx';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import type { Leaf } from '../draft/draft.ts';
import { policyWords } from '../words.ts';
import { AgentList } from './agent-list.tsx';
import { useFormContext } from './form-context.ts';
import { Toggles } from './toggles.tsx';
import { WholeNumber } from './whole-number.tsx';

export function ConditionValue({ leaf }: { leaf: Leaf }) {
  const words = useWords(policyWords);
  const { edit, isOff, faults } = useFormContext();
  const { id } = leaf;
  const set = (value: Leaf['value']) => edit({ type: 'setValue', id, value });
  const common = { disabled: isOff, isWrong: faults.has(id) };
  switch (leaf.field) {
    case 'action':
      return <OneWord leaf={leaf} names={words.actions} onChoose={set} />;
    case 'destination':
      return <OneWord leaf={leaf} names={words.sides} onChoose={set} />;
    case 'containsSensitiveData':
    case 'outsideBusinessHours':
      return (
        <OneWord leaf={leaf} names={words.yesOrNo[leaf.field]} onChoose={(value) => set(String(value) === 'true')} />
      );
    case 'minRecords':
    case 'maxRecords':
      return <Records {...common} leaf={leaf} onEnter={set} />;
    case 'minRiskScore':
      return <RiskScore {...common} value={leaf.value} onEnter={set} />;
    case 'destinationContains':
      return <Contains {...common} value={leaf.value} onEnter={set} />;
    case 'agentIds':
      return <AgentList ids={leaf.value} onChange={set} />;
    case 'dlpTypes':
      return <Many label={words.fields.dlpTypes} names={words.types} chosen={leaf.value} onChoose={set} />;
    case 'lgpdCategories':
      return <Many label={words.fields.lgpdCategories} names={words.categories} chosen={leaf.value} onChoose={set} />;
  }
}

interface OneWordProps {
  leaf: Leaf;
  names: Readonly<Record<string, string>>;
  onChoose(value: Leaf['value']): void;
}

function OneWord({ leaf, names, onChoose }: OneWordProps) {
  const words = useWords(policyWords);
  const { isOff } = useFormContext();
  return (
    <Compared word={words.is}>
      <InlineChoice
        label={words.fields[leaf.field]}
        value={String(leaf.value)}
        choices={Object.entries(names).map(([value, name]) => ({ value, name }))}
        disabled={isOff}
        onChoose={(value) => onChoose(value as Leaf['value'])}
        className="w-48 max-md:grow"
      />
    </Compared>
  );
}

interface EnteredProps<Value> {
  value: Value;
  disabled: boolean;
  isWrong: boolean;
  onEnter(value: Value): void;
}

function RiskScore(props: EnteredProps<number | null>) {
  const words = useWords(policyWords);
  return (
    <Compared word={words.atLeast}>
      <WholeNumber {...props} label={words.fields.minRiskScore} max={RISK_SCORE_MAX} className="w-20" />
    </Compared>
  );
}

function Contains({ value, disabled, isWrong, onEnter }: EnteredProps<string>) {
  const words = useWords(policyWords);
  return (
    <Compared word={words.contains}>
      <input
        aria-label={words.fields.destinationContains}
        value={value}
        maxLength={DESTINATION_CONTAINS_CHARACTERS_MAX}
        disabled={disabled}
        aria-invalid={isWrong}
        onChange={({ target }) => onEnter(target.value)}
        className={`${CONTROL} h-8 w-40 max-md:h-11 max-md:w-auto max-md:grow`}
      />
    </Compared>
  );
}

function Compared({ word, children }: { word: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:order-last max-md:basis-full">
      <span className="shrink-0 text-ink-2">{word}</span>
      {children}
    </span>
  );
}

interface RecordsProps extends Omit<EnteredProps<number | null>, 'value'> {
  leaf: Extract<Leaf, { field: 'minRecords' | 'maxRecords' }>;
}

/** Changing the bound keeps the number. */
function Records({ leaf, disabled, isWrong, onEnter }: RecordsProps) {
  const words = useWords(policyWords);
  const { edit } = useFormContext();
  return (
    <Compared word="">
      <InlineChoice
        variant="quiet"
        label={words.bound}
        value={leaf.field}
        choices={[
          { value: 'minRecords', name: words.atLeast },
          { value: 'maxRecords', name: words.atMost },
        ]}
        disabled={disabled}
        onChoose={(field) => edit({ type: 'setField', id: leaf.id, field, value: leaf.value })}
      />
      <WholeNumber
        label={words.fields.minRecords}
        value={leaf.value}
        max={CONDITION_RECORDS_MAX}
        disabled={disabled}
        isWrong={isWrong}
        className="w-28"
        onEnter={onEnter}
      />
    </Compared>
  );
}

interface ManyProps<Word extends string> {
  label: string;
  names: Readonly<Record<Word, string>>;
  chosen: readonly Word[];
  onChoose(chosen: Word[]): void;
}

function Many<Word extends string>({ label, names, chosen, onChoose }: ManyProps<Word>) {
  const words = useWords(policyWords);
  const { isOff } = useFormContext();
  return (
    <span className="flex min-w-0 basis-full items-start gap-2 order-last md:pl-6">
      <span className="shrink-0 py-0.5 text-ink-2">{words.anyOf}</span>
      <Toggles label={label} names={names} chosen={chosen} disabled={isOff} onChoose={onChoose} />
    </span>
  );
}
