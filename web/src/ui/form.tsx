// SPDX-License-Identifier: Apache-2.0
/**
 * Forms from a description of their fields. A fault stands beside its field, and the first one has the focus. So does
 * what the service refused about a field; any other refusal is a notice. An empty field is a fault once the form is
 * sent.
 */
import type { AppOperationId } from '@svc/contract';
import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { useAct } from '../api/acting.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button, type ButtonVariant } from './button.tsx';
import { CheckField, type Choice, ChoiceField, TextArea, TextField } from './field.tsx';
import { FailureNotice } from './notice.tsx';

type InputProps = Pick<
  ComponentProps<'input'>,
  'maxLength' | 'autoComplete' | 'inputMode' | 'readOnly' | 'autoFocus' | 'disabled'
>;

export interface FormField<Values extends FieldValues> extends InputProps {
  name: FieldPath<Values>;
  label: string;
  hint?: string | undefined;
  kind?: 'text' | 'date' | 'email' | 'url' | 'password' | 'lines' | 'check' | 'choice';
  /** A few characters: the field is as narrow. */
  isShort?: boolean;
  /** A name that a machine uses, which is set like code. */
  isName?: boolean;
  /** The list that a `choice` offers. */
  choices?: readonly Choice[];
  /** The hint of what is chosen. */
  hintOf?(value: string): string;
  /** The fault of an empty field; without it the field may stay empty. It may depend on the other fields. */
  missing?: string | ((values: Values) => string | undefined);
  /** The fault of what was entered, or null. */
  faultOf?(value: string, values: Values): string | null;
  /** Follows what is typed, under the field. */
  below?(value: string, hasFault: boolean): ReactNode;
  /** A field that draws itself, of a value that is no text. */
  part?(control: PartControl & { values: Values }): ReactNode;
  /** Depends on the other fields; without it the field is always there. */
  isShown?(values: Values): boolean;
  /** The value as a person reads it, where both sides of a conflict are shown. */
  shown?(value: unknown): string;
}

interface PartControl {
  /** A form has values of every type. The description of the field knows which one its own has. */
  value: never;
  error: string | undefined;
  onChange(value: unknown): void;
}

export interface FormOptions<Values extends FieldValues, Answer> {
  fields: readonly FormField<Values>[];
  values: Values;
  /** Before it is sent: false leaves the form as it is. */
  asks?: ((values: Values) => Promise<boolean>) | undefined;
  onSend(values: Values): Promise<Answer>;
  /** The operations whose answers it makes old. */
  reads?: readonly AppOperationId[];
  onSent(answer: Answer): void;
  /** The field that a refusal is about, and the text beside it. */
  faultOf?(failure: Failure): { field: FieldPath<Values>; text: string } | null;
}

/** The state of a form; `FormFields` draws its fields. */
export function useFields<Values extends FieldValues, Answer>(options: FormOptions<Values, Answer>) {
  const { values, asks, onSend, reads = [], onSent, faultOf } = options;
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values>, mode: 'onTouched' });
  const isSent = useRef(false);
  const sending = useAct(onSend, reads, onSent);
  const failure = sending.error === null || sending.isPending ? null : failureOf(sending.error);
  const fault = failure === null ? null : (faultOf?.(failure) ?? null);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.isPending) return;
    isSent.current = true;
    void form.handleSubmit(async (entered) => {
      if (asks !== undefined && !(await asks(entered))) return;
      await sending.mutateAsync(entered).catch((error: unknown) => {
        const refused = faultOf?.(failureOf(error)) ?? null;
        if (refused !== null) form.setError(refused.field, { message: refused.text }, { shouldFocus: true });
      });
    })();
  };
  return {
    form,
    isSent,
    /** For the form element: Enter and Ctrl S send. */
    element: {
      noValidate: true,
      onSubmit: send,
      onKeyDown(event: { ctrlKey: boolean; metaKey: boolean; key: string; preventDefault(): void }) {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
        event.preventDefault();
        send();
      },
    },
    isWorking: sending.isPending,
    isDone: sending.isSuccess,
    /** The refusal that no field shows. */
    failure: fault === null ? failure : null,
  };
}

interface FormFieldsProps<Values extends FieldValues> {
  state: { form: UseFormReturn<Values>; isSent: { current: boolean } };
  fields: readonly FormField<Values>[];
  size?: 'normal' | 'large';
  /** Marks the fields that were changed: of many, a person forgets which. */
  isMarked?: boolean;
}

export function FormFields<Values extends FieldValues>(props: FormFieldsProps<Values>) {
  const { state, fields, size = 'normal', isMarked = false } = props;
  const { ui } = useLanguage().messages;
  return fields
    .filter(({ isShown }) => isShown?.(state.form.watch()) ?? true)
    .map((field) => {
      const one = <OneField key={field.name} state={state} field={field} size={size} />;
      if (!isMarked) return one;
      const isChanged = state.form.getFieldState(field.name, state.form.formState).isDirty;
      return (
        <div
          key={field.name}
          {...(isChanged && { 'data-changed': field.name })}
          className={`-ml-3 border-l-2 pl-2.5 ${isChanged ? 'border-ink' : 'border-transparent'}`}
        >
          {one}
          {isChanged && <span className="sr-only">{ui.changed}</span>}
        </div>
      );
    });
}

const LARGE = 'h-10 text-lead max-md:h-11';
const NAME = 'h-8 font-mono max-md:h-11';
const SHORT = 'h-8 max-w-28 max-md:h-11';

function OneField<Values extends FieldValues>({
  state: { form, isSent },
  field: {
    name,
    kind = 'text',
    choices = [],
    isShort = false,
    isName = false,
    hintOf,
    missing,
    faultOf,
    below,
    ...rest
  },
  size,
}: Omit<FormFieldsProps<Values>, 'fields'> & { field: FormField<Values> }) {
  const validate = (value: string | boolean, values: Values) => {
    if (typeof value !== 'string') return faultOf?.(value as never, values) ?? true;
    if (value.trim() === '') {
      const fault = typeof missing === 'function' ? missing(values) : missing;
      return fault === undefined || !isSent.current || fault;
    }
    return faultOf?.(value, values) ?? true;
  };
  const error = form.getFieldState(name, form.formState).error?.message;
  const { part, isShown: _isShown, shown: _shown, ...field } = rest;
  if (part !== undefined) return <Part {...{ form, name, validate, error, part }} />;
  const props = { ...field, ...form.register(name, { validate }), error };
  if (kind === 'check') return <CheckField {...field} {...form.register(name)} />;
  if (kind === 'choice') {
    const { label, disabled } = field;
    const hint = hintOf?.(form.watch(name)) ?? field.hint;
    return <ChoiceField {...form.register(name, { validate })} {...{ label, hint, disabled, choices, error }} />;
  }
  if (kind === 'lines') {
    const { label, hint, maxLength } = field;
    return <TextArea {...form.register(name, { validate })} {...{ label, hint, maxLength, isName, error }} />;
  }
  return (
    <div className="flex flex-col gap-1">
      <TextField
        {...props}
        type={kind}
        {...(kind !== 'text' && kind !== 'date' && { autoCapitalize: 'none', spellCheck: false })}
        {...(size === 'large' && { className: LARGE })}
        {...(isShort && { className: SHORT })}
        {...(isName && { className: NAME, spellCheck: false, autoCapitalize: 'none' })}
      />
      {below?.(form.watch(name) ?? '', error !== undefined)}
    </div>
  );
}

interface PartProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  validate(value: string | boolean, values: Values): string | boolean;
  error: string | undefined;
  part(control: PartControl & { values: Values }): ReactNode;
}

function Part<Values extends FieldValues>({ form, name, validate, error, part }: PartProps<Values>) {
  form.register(name, { validate });
  const onChange = (value: unknown) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return <>{part({ value: form.watch(name) as never, error, onChange, values: form.watch() })}</>;
}

interface FormProps<Values extends FieldValues, Answer> extends FormOptions<Values, Answer> {
  /** The word of the button, which names the act. */
  act: string;
  working?: string;
  variant?: ButtonVariant;
  size?: 'normal' | 'large';
  /** In the place of the catalogue's notice of a refusal. */
  refusal?(failure: Failure): ReactNode;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** A form that stands in a page. */
export function Form<Values extends FieldValues, Answer>(props: FormProps<Values, Answer>) {
  const { act, working, variant = 'solid', size = 'normal', refusal, children, fields } = props;
  const { ui } = useLanguage().messages;
  const state = useFields(props);
  const { failure, isWorking, element } = state;
  return (
    <form {...element} className="flex flex-col gap-4">
      {failure !== null && (refusal?.(failure) ?? <FailureNotice failure={failure} />)}
      <FormFields state={state} fields={fields} size={size} />
      {children}
      <Button
        type="submit"
        variant={variant}
        size={size}
        aria-disabled={isWorking}
        className={size === 'large' ? '' : 'self-start'}
      >
        {isWorking ? (working ?? ui.working) : act}
      </Button>
    </form>
  );
}
