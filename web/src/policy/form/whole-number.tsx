// SPDX-License-Identifier: Apache-2.0
/** A whole number, with the separators of the language while no person types in it. */
import { useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { CONTROL } from '../../ui/field.tsx';

interface WholeNumberProps {
  label: string;
  value: number | null;
  max: number;
  isWrong: boolean;
  disabled: boolean;
  className?: string;
  onEnter(value: number | null): void;
}

export function WholeNumber({ label, value, max, isWrong, disabled, className = '', onEnter }: WholeNumberProps) {
  const { format } = useLanguage();
  const [isTyping, setTyping] = useState(false);
  const digits = String(max).length;
  return (
    <span className={`inline-flex shrink-0 ${className}`}>
      <input
        aria-label={label}
        inputMode="numeric"
        value={value === null ? '' : isTyping ? String(value) : format.number(value)}
        aria-invalid={isWrong}
        disabled={disabled}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => {
          // Whatever separators a pasted number has, its digits count.
          const entered = target.value.replaceAll(/\D/g, '').slice(0, digits);
          onEnter(entered === '' ? null : Number(entered));
        }}
        className={`${CONTROL} h-8 tabular-nums max-md:h-11`}
      />
    </span>
  );
}
