/**
 * A short form over the page. It shows faults beside their fields, the first of them with the focus, and what the
 * service refused; closing it with changes asks; Ctrl S sends.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog.tsx';
import { FailureNotice } from './notice.tsx';

interface FormDialogProps<Values extends FieldValues> extends Omit<DialogProps, 'isInsistent'> {
  form: UseFormReturn<Values>;
  /** The word of the button, which names the act. */
  act: string;
  /** A refusal is shown, unless it is about a field of the form: then it stands there. */
  onSend(values: Values): Promise<unknown>;
  /** The service's name of a field of the form, and the text beside it. */
  faultOf?(error: unknown): { field: FieldPath<Values>; text: string } | null;
}

export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, act, onSend, faultOf, onClose, children, ...dialog } = props;
  const { ui } = useLanguage().messages;
  const [isLeaving, setLeaving] = useState(false);
  const sending = useMutation({
    mutationFn: onSend,
    onError(error) {
      const fault = faultOf?.(error) ?? null;
      if (fault !== null) form.setError(fault.field, { message: fault.text }, { shouldFocus: true });
    },
  });
  const { isDirty } = form.formState;
  const isShownAtField = sending.error !== null && faultOf?.(sending.error) != null;
  const send = form.handleSubmit((values) => sending.mutateAsync(values).catch(() => undefined));
  const close = () => {
    if (sending.isPending) return;
    if (isDirty && !sending.isSuccess) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog {...dialog} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
          event.preventDefault();
          void send();
        }}
        className="flex min-h-0 flex-col"
      >
        <DialogBody>
          {children}
          {sending.error !== null && !isShownAtField && !sending.isPending && (
            <FailureNotice failure={failureOf(sending.error)} />
          )}
        </DialogBody>
        <DialogFoot>
          {isLeaving ? (
            <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />
          ) : (
            <>
              <Button onClick={close}>{ui.cancel}</Button>
              <Button type="submit" look="solid" aria-disabled={sending.isPending}>
                {sending.isPending ? ui.working : act}
              </Button>
            </>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function LeaveQuestion({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  const { discard } = useLanguage().messages.ui;
  return (
    <>
      <p role="alert" className="grow">
        <span className="font-medium">{discard.title}</span> <span className="text-ink-2">{discard.text}</span>
      </p>
      <Button onClick={onLeave}>{discard.leave}</Button>
      <Button look="solid" autoFocus onClick={onStay}>
        {discard.stay}
      </Button>
    </>
  );
}

/** The props of a field of the form, its fault among them. */
export function fieldOf<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules: RegisterOptions<Values, Name> = {},
) {
  const error = form.getFieldState(name, form.formState).error?.message;
  return { ...form.register(name, rules), error: error as string | undefined } as {
    error: string | undefined;
  } & ReturnType<typeof form.register<Name>>;
}
