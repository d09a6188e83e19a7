// SPDX-License-Identifier: Apache-2.0
/** One of a closed list. */
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { CHOICE, Field } from './field.tsx';
import { FLOAT, FLOAT_ITEM } from './float.ts';

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string }[];
  onChoose(value: Value): void;
}

export function Select<Value extends string>({ label, value, choices, onChoose }: SelectProps<Value>) {
  return (
    <Field label={label}>
      {({ id }) => (
        <Base.Root
          value={value}
          items={choices.map((choice) => ({ value: choice.value, label: choice.name }))}
          onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
        >
          <Base.Trigger
            id={id}
            className={`${CHOICE} flex h-8 items-center justify-between gap-2 text-left max-md:h-11`}
          >
            <Base.Value />
            <Base.Icon>
              <ChevronDown aria-hidden className="size-4 text-ink-3" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-40">
              <Base.Popup className={`${FLOAT} min-w-(--anchor-width)`}>
                {choices.map((choice) => (
                  <Base.Item key={choice.value} value={choice.value} className={FLOAT_ITEM}>
                    <Base.ItemText className="grow">{choice.name}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
