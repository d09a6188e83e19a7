// SPDX-License-Identifier: Apache-2.0
/** One of a closed list inside a sentence or a row: its name is said, and the words around it say the rest. */
import { ChevronDown } from 'lucide-react';

interface InlineChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string }[];
  onChoose(value: Value): void;
  disabled?: boolean;
  /** `quiet`: without a border, as a word that can be changed. */
  variant?: 'field' | 'quiet';
  className?: string;
}

const VARIANTS = {
  field:
    'h-8 w-full rounded-m border border-edge bg-surface pr-8 pl-2.5 hover:border-ink-3 disabled:border-transparent ' +
    'disabled:bg-sunken max-md:h-11 max-md:text-field',
  quiet:
    'h-7 field-sizing-content rounded-s bg-transparent pr-6 pl-1 font-medium hover:bg-hover ' +
    'max-md:h-11 max-md:text-field',
} as const;

/** The browser's own control: hundreds of them cost nothing, and phones show their own. */
export function InlineChoice<Value extends string>(props: InlineChoiceProps<Value>) {
  const { label, value, choices, onChoose, disabled = false, variant = 'field', className = '' } = props;
  return (
    <span className={`relative inline-flex min-w-0 items-center ${className}`}>
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value as Value)}
        className={`min-w-0 appearance-none truncate text-ink transition-colors disabled:opacity-100
          ${VARIANTS[variant]}`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} className="bg-raised text-ink">
            {choice.name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className={`pointer-events-none absolute size-4 text-ink-3 ${variant === 'field' ? 'right-2' : 'right-1'}`}
      />
    </span>
  );
}
