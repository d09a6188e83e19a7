/** A question before an act that cannot be taken back: a press, a held button, or the name typed. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { TextField } from './field.tsx';
import { HoldButton } from './hold-button.tsx';
import { FailureNotice } from './notice.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  text: ReactNode;
  /** The word of the button, which names the act. */
  act: string;
  /** How the person shows that they mean it. `type`: writes the name. */
  by?: 'press' | 'hold' | { typing: string };
  look?: 'solid' | 'danger';
  /** The action that undoes it, beside the buttons. */
  undo?: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, act, by = 'press', look = 'danger', undo, onConfirm, onClose, children } = props;
  const { ui } = useLanguage().messages;
  const [typed, setTyped] = useState('');
  const confirming = useMutation({ mutationFn: onConfirm });
  const name = typeof by === 'object' ? by.typing : null;
  const confirm = () => {
    if (!confirming.isPending && (name === null || typed === name)) confirming.mutate();
  };
  return (
    <Dialog title={title} lead={text} onClose={() => !confirming.isPending && onClose()}>
      <DialogBody>
        {children}
        {name !== null && (
          <TextField
            label={ui.typeToConfirm(name)}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && confirm()}
          />
        )}
        {confirming.error !== null && !confirming.isPending && <FailureNotice failure={failureOf(confirming.error)} />}
      </DialogBody>
      <DialogFoot>
        {undo !== undefined && <p className="grow text-ink-2">{undo}</p>}
        <Button onClick={onClose} disabled={confirming.isPending}>
          {ui.cancel}
        </Button>
        {by === 'hold' ? (
          <HoldButton act={act} isBusy={confirming.isPending} onHeld={confirm} />
        ) : (
          <Button
            look={look}
            disabled={name !== null && typed !== name}
            aria-disabled={confirming.isPending}
            onClick={confirm}
          >
            {confirming.isPending ? ui.working : act}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
