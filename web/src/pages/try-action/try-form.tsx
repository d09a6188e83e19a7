// SPDX-License-Identifier: Apache-2.0
/** A text and examples of one; below them, folded, who asks for what with it. */
import type { DlpType } from '@svc/contract';
import { CONTENT_CHARACTERS_MAX } from '@svc/contract/limits';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { type InputValues, useInputFields } from '../../policy/input-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type FormField, FormFields, useFields } from '../../ui/form.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { type FactValues, useFactFields } from '../policy/case-fields.tsx';
import { tryWords } from './words.ts';

export type Action = InputValues & FactValues;
export type Values = Action & { text: string };

interface TryFormProps {
  values: Values;
  /** @returns the types that were found in the text; null: there is none, and what is set by hand counts */
  onSend(values: Values): Promise<readonly DlpType[] | null>;
}

export function TryForm({ values, onSend }: TryFormProps) {
  const { ui } = useLanguage().messages;
  const words = useWords(tryWords);
  const text = useTextField();
  const action = [...useInputFields<Values>(), ...useFactFields<Values>()];
  const state = useFields<Values, readonly DlpType[] | null>({
    fields: [text, ...action],
    values,
    onSend,
    // Findings take the place of types that were set by hand, for all to see.
    onSent: (types) => types !== null && state.form.setValue('dlpTypes', [...types]),
  });
  return (
    <form {...state.element} className="flex flex-col gap-4">
      {state.failure !== null && <FailureNotice failure={state.failure} />}
      <FormFields state={state} fields={[text]} />
      <Examples onChoose={(chosen) => state.form.setValue('text', chosen, { shouldDirty: true })} />
      <FoldedAction state={state} fields={action} />
      <Button type="submit" variant="solid" aria-disabled={state.isWorking} className="self-start">
        {state.isWorking ? ui.working : words.act}
      </Button>
    </form>
  );
}

function useTextField(): FormField<Values> {
  const { format } = useLanguage();
  const words = useWords(tryWords);
  const max = CONTENT_CHARACTERS_MAX;
  return {
    name: 'text',
    label: words.text,
    faultOf: (text) => (text.length > max ? words.tooLong(format.number(text.length), format.number(max)) : null),
    part: ({ value, error, onChange }) => (
      <TextArea
        label={words.text}
        hint={words.textHint}
        error={error}
        rows={7}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  };
}

function Examples({ onChoose }: { onChoose(text: string): void }) {
  const words = useWords(tryWords);
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-1 text-meta text-ink-3">{words.examplesTitle}</legend>
      {Object.entries(words.examples).map(([id, { name, text }]) => (
        <Button key={id} size="small" onClick={() => onChoose(text)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

interface FoldedActionProps {
  state: ReturnType<typeof useFields<Values, readonly DlpType[] | null>>;
  fields: readonly FormField<Values>[];
}

/** The address says something of the content or the moment. */
const hasFacts = ({ sensitive, dlpTypes, at, openAnomaly }: Action): boolean =>
  sensitive || dlpTypes.length > 0 || at !== '' || openAnomaly !== '';

/** Its fields are there while it is closed, so that a fault in one opens it. */
function FoldedAction({ state, fields }: FoldedActionProps) {
  const { messages } = useLanguage();
  const words = useWords(tryWords);
  const { agent, resource, action } = state.form.watch();
  const [isOpen, setOpen] = useState(agent === null || resource === null || hasFacts(state.form.getValues()));
  const hasFault = fields.some(({ name }) => state.form.getFieldState(name, state.form.formState).invalid);
  return (
    <details
      open={isOpen || hasFault}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/fold border-y border-line py-2"
    >
      <summary
        className="flex min-h-9 cursor-pointer list-none items-center gap-2 hover:text-ink max-md:min-h-11
          [&::-webkit-details-marker]:hidden"
      >
        <span className="min-w-0 grow">
          <span className="block font-medium">{words.form}</span>
          <span className="block text-meta text-ink-3">
            {agent === null || resource === null
              ? words.incomplete
              : words.summary(agent, messages.words.actions[action as keyof typeof messages.words.actions], resource)}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform group-open/fold:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 pt-3 pb-2">
        <FormFields state={state} fields={fields} />
      </div>
    </details>
  );
}
