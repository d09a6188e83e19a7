// SPDX-License-Identifier: Apache-2.0
/** A moment, chosen by date and time as a clock in the person's zone has it; the value is ISO 8601, or empty. */
import { useLanguage } from '../language/index.tsx';
import { localOf, momentOf } from '../language/zone.ts';
import { TextField } from './field.tsx';

interface MomentFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange(iso: string): void;
}

export function MomentField({ label, hint, error, value, onChange }: MomentFieldProps) {
  const { format, messages } = useLanguage();
  return (
    <TextField
      type="datetime-local"
      step={1}
      label={label}
      hint={`${hint} ${messages.ui.timesIn(format.zone)}`}
      error={error}
      value={Number.isNaN(Date.parse(value)) ? '' : localOf(value, format.zoneId)}
      onChange={({ target }) => onChange(momentOf(target.value, format.zoneId) ?? '')}
    />
  );
}
