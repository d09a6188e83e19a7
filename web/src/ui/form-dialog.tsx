// SPDX-License-Identifier: Apache-2.0
/** A short form over the page. Closing it with changes asks; Ctrl S sends. */
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Failure } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot, type DialogProps } from './dialog.tsx';
import { FormFields, type FormOptions, useFields } from './form.tsx';
import { FailureNotice } from './notice.tsx';

interface FormDialogProps<Values extends FieldValues, Answer>
  extends Omit<DialogProps, 'isInsistent' | 'children'>,
    FormOptions<Values, Answer> {
  /** The word of the button, which names the act. */
  act: string;
  variant?: 'solid' | 'danger';
  /** In the place of the catalogue's notice of a refusal; null: that notice. */
  refusal?(failure: Failure): ReactNode;
  /** Above the fields. */
  children?: DialogProps['children'];
}

export function FormDialog<Values extends FieldValues, Answer>(props: FormDialogProps<Values, Answer>) {
  const { title, lead, width = 'normal', act, variant = 'solid', refusal, fields, onClose, children } = props;
  const { ui } = useLanguage().messages;
  const [isLeaving, setLeaving] = useState(false);
  const state = useFields(props);
  const { form, isWorking, isDone, failure, element } = state;
  const { isDirty } = form.formState;
  const close = () => {
    if (isWorking) return;
    if (isDirty && !isDone) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog title={title} lead={lead} width={width} onClose={close}>
      <form {...element} className="flex min-h-0 flex-col">
        <DialogBody>
          {children}
          <FormFields state={state} fields={fields} />
          {failure !== null && (refusal?.(failure) ?? <FailureNotice failure={failure} />)}
        </DialogBody>
        <DialogFoot>
          {isLeaving ? (
            <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />
          ) : (
            <>
              <Button onClick={close}>{ui.cancel}</Button>
              <Button type="submit" variant={variant} aria-disabled={isWorking}>
                {isWorking ? ui.working : act}
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
      <Button variant="solid" autoFocus onClick={onStay}>
        {discard.stay}
      </Button>
    </>
  );
}
