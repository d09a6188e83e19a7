// SPDX-License-Identifier: Apache-2.0
/** One of a long list, found by typing: an agent, a resource. */
import { Combobox as Base } from '@base-ui/react/combobox';
import type { ReactNode } from 'react';
import { CONTROL, Field } from './field.tsx';
import { FLOAT, FLOAT_ITEM } from './float.ts';

interface ComboboxProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
  value: string | null;
  choices: readonly string[];
  /** Said when nothing matches. */
  none: string;
  /** Said above the choices, and in the place of `none`: that they are still asked for, or could not be. */
  note?: ReactNode;
  onChoose(value: string | null): void;
  /** The choices follow the typed text: the giver filters them. */
  onType?(typed: string): void;
  /** The words of a choice, where they are not itself. */
  nameOf?(choice: string): string;
}

export function Combobox(props: ComboboxProps) {
  const { label, hint, error, placeholder, value, choices, none, note, onChoose, onType, nameOf } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Base.Root
          items={choices}
          value={value}
          onValueChange={onChoose}
          {...(onType !== undefined && { filter: null, onInputValueChange: onType })}
          {...(nameOf !== undefined && { itemToStringLabel: nameOf })}
        >
          <Base.Input {...control} placeholder={placeholder} className={`${CONTROL} h-8 max-md:h-11`} />
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-40">
              <Base.Popup className={`${FLOAT} w-(--anchor-width)`}>
                <Base.Status className="text-ink-3">{note}</Base.Status>
                <Base.Empty className="px-2.5 text-ink-3 not-empty:py-1.5">{note == null && none}</Base.Empty>
                <Base.List>
                  {(choice: string) => (
                    <Base.Item
                      key={choice}
                      value={choice}
                      className={`${FLOAT_ITEM} ${nameOf === undefined ? 'font-mono' : ''}`}
                    >
                      {nameOf?.(choice) ?? choice}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
