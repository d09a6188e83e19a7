// SPDX-License-Identifier: Apache-2.0
/** Fields with their label, hint and fault tied to them, so that a reader of the screen says all three. */
import { ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** 16 px on phones: iOS zooms into anything smaller. */
const LOOK =
  'block rounded-m border border-edge bg-surface px-2.5 text-body text-ink transition-colors ' +
  'focus-visible:outline-offset-0 ' +
  'placeholder:text-ink-3 hover:border-ink-3 max-md:text-field ' +
  'aria-invalid:border-block-fill aria-invalid:ring-1 aria-invalid:ring-block-fill';
export const CONTROL = `${LOOK} w-full read-only:border-transparent read-only:bg-sunken`;
/** For CSS a list is always read-only: what counts is whether it is off. */
export const CHOICE = `${LOOK} w-full disabled:border-transparent disabled:bg-sunken disabled:opacity-100`;

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** @param children gets the id and what describes the field */
export function Field({ label, hint, error, children }: FieldProps & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const about = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    (one) => one !== false,
  );
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-meta font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(about.length > 0 && { 'aria-describedby': about.join(' ') }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-meta text-block-ink">
          {error}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

export function TextField({
  label,
  hint,
  error,
  className = 'h-8 max-md:h-11',
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} className={`${CONTROL} ${className}`} {...rest} />}
    </Field>
  );
}

/** One of a closed list, by the browser's own control: it loads nothing, and phones show their own. */
export function ChoiceField({
  label,
  hint,
  error,
  choices,
  ...rest
}: FieldProps & ComponentProps<'select'> & { choices: readonly Choice[] }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <select {...control} className={`${CHOICE} h-8 appearance-none pr-8 max-md:h-11`} {...rest}>
            {choices.map(({ value, name }) => (
              <option key={value} value={value} className="bg-raised text-ink">
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
          />
        </span>
      )}
    </Field>
  );
}

export interface Choice {
  value: string;
  name: string;
}

/** @param isName a machine reads the text, which is set like code */
export function TextArea({
  label,
  hint,
  error,
  isName = false,
  ...rest
}: FieldProps & ComponentProps<'textarea'> & { isName?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          className={`${CONTROL} resize-y py-1.5 ${isName ? 'font-mono' : ''}`}
          {...rest}
        />
      )}
    </Field>
  );
}

export function CheckField({ label, hint, ...rest }: Omit<FieldProps, 'error'> & ComponentProps<'input'>) {
  const id = useId();
  const onPhones = hint === undefined ? 'max-md:items-center' : 'max-md:py-1';
  return (
    <label className={`flex items-start gap-2.5 max-md:min-h-11 ${onPhones}`}>
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-solid"
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...rest}
      />
      <span>
        {label}
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-meta text-ink-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

/** The search of a tools row: no border, its icon and placeholder say what it is. */
export function SearchField({ label, className = '', ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <search className={`flex items-center gap-2 ${className}`}>
      <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        className="h-8 w-full min-w-0 rounded-s bg-transparent text-body placeholder:text-ink-3 max-md:h-11
          max-md:text-field [&::-webkit-search-cancel-button]:hidden"
        {...rest}
      />
    </search>
  );
}
