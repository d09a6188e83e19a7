/** Fields with their label, hint and error tied to them, so that a reader of the screen says all three. */
import { type ComponentProps, type ReactNode, useId } from 'react';

const CONTROL =
  'block w-full rounded-lg border border-edge bg-surface px-3 text-ink placeholder:text-muted ' +
  'aria-invalid:border-block';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The label is said, not shown: for a lone search field, whose placeholder says it to the eye. */
  isLabelHidden?: boolean;
}

function Field({ label, hint, error, isLabelHidden, id, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden === true ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-block">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, error }: FieldProps): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter((one) => one !== false);
  return ids.length === 0 ? undefined : ids.join(' ');
}

export function TextField({ label, hint, error, isLabelHidden, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const field = { label, hint, error, ...(isLabelHidden !== undefined && { isLabelHidden }) };
  return (
    <Field {...field} id={id}>
      <input
        id={id}
        className={`${CONTROL} h-10`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, field)}
        {...rest}
      />
    </Field>
  );
}

export function TextArea({ label, hint, error, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      <textarea
        id={id}
        rows={3}
        className={`${CONTROL} resize-y py-2`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
        {...rest}
      />
    </Field>
  );
}

export interface Choice<Value extends string> {
  value: Value;
  name: string;
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChoose(value: Value): void;
}

export function Select<Value extends string>({ label, value, choices, onChoose }: SelectProps<Value>) {
  const id = useId();
  return (
    <Field label={label} id={id}>
      <select
        id={id}
        className={`${CONTROL} h-10 pr-8`}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </Field>
  );
}
