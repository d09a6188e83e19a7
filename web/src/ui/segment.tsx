// SPDX-License-Identifier: Apache-2.0
/** One of a few views of the same thing. Native radio buttons: arrows move, and a reader of the screen counts them. */
import { type ReactNode, useId } from 'react';

interface Choice<Value extends string> {
  value: Value;
  name: ReactNode;
}

interface SegmentProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChoose(value: Value): void;
  className?: string;
}

const OPTION =
  'flex h-6.5 grow cursor-pointer items-center justify-center gap-1.5 rounded-s border border-transparent ' +
  'px-2 font-medium ' +
  'text-ink-3 transition-colors hover:text-ink has-checked:border-line-strong has-checked:bg-raised ' +
  'has-checked:text-ink has-checked:shadow-[0_1px_2px_#0003] ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-ink max-md:h-10';

export function Segment<Value extends string>({
  label,
  value,
  choices,
  onChoose,
  className = '',
}: SegmentProps<Value>) {
  const name = useId();
  return (
    <fieldset aria-label={label} className={`flex rounded-m border border-line bg-sunken text-meta ${className}`}>
      {choices.map((choice) => (
        <label key={choice.value} className={OPTION}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}
