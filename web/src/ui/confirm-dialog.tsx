// SPDX-License-Identifier: Apache-2.0
/** A question before an act that cannot be taken back: a press, a held button, or the name typed. */
import type { AppOperationId } from '@svc/contract';
import { type ReactNode, useState } from 'react';
import { useAct } from '../api/acting.ts';
import { failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { TextField } from './field.tsx';
import { HoldButton } from './hold-button.tsx';
import { useStill } from './media.ts';
import { FailureNotice } from './notice.tsx';
import { showToast } from './toast.ts';

interface ConfirmDialogProps<Answer> {
  title: ReactNode;
  text: ReactNode;
  /** The word of the button, which names the act. */
  act: string;
  /** How the person shows that they mean it. Who asked for less motion types the name of what else is held for. */
  by?: 'press' | 'hold' | { typing: string } | { holding: string };
  /** In the button. */
  icon?: ReactNode;
  variant?: 'solid' | 'danger';
  /** The action that undoes it, beside the buttons. */
  undo?: string;
  onConfirm(): Promise<Answer>;
  /** The operations whose answers it makes old. */
  reads?: readonly AppOperationId[];
  width?: 'normal' | 'wide';
  /** Something has still to be found out before it can be done. */
  isWaiting?: boolean;
  /** Said when it was done; the dialog is closed then. */
  done?: string;
  onDone?(answer: Answer): void;
  onClose(): void;
  children?: ReactNode;
}

export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  const { title, text, act, by = 'press', variant = 'danger', undo, onConfirm, reads = [], onClose, children } = props;
  const { width = 'normal', isWaiting = false } = props;
  const { ui } = useLanguage().messages;
  const [typed, setTyped] = useState('');
  const confirming = useAct(onConfirm, reads, (answer) => {
    if (props.done !== undefined) {
      onClose();
      showToast({ title: props.done });
    }
    props.onDone?.(answer);
  });
  const { name, isHeld } = useMeaning(by);
  const confirm = () => {
    if (!confirming.isPending && !isWaiting && (name === null || typed === name)) confirming.mutate();
  };
  return (
    <Dialog title={title} lead={text} width={width} onClose={() => !confirming.isPending && onClose()}>
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={confirming.isPending}>
            {ui.cancel}
          </Button>
          {isHeld ? (
            <HoldButton act={act} icon={props.icon} isBusy={confirming.isPending || isWaiting} onHeld={confirm} />
          ) : (
            <Button
              variant={variant}
              disabled={isWaiting || (name !== null && typed !== name)}
              aria-disabled={confirming.isPending}
              onClick={confirm}
            >
              {props.icon}
              {confirming.isPending ? ui.working : capitalized(act)}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  );
}

/** The name to type, if any, and whether the button is held. */
function useMeaning(by: NonNullable<ConfirmDialogProps<unknown>['by']>): { name: string | null; isHeld: boolean } {
  const isStill = useStill();
  if (by === 'press') return { name: null, isHeld: false };
  if (by === 'hold') return { name: null, isHeld: true };
  if ('typing' in by) return { name: by.typing, isHeld: false };
  return isStill ? { name: by.holding, isHeld: false } : { name: null, isHeld: true };
}

/** The word of a held button follows another one, so that it begins small. */
const capitalized = (act: string) => act.charAt(0).toUpperCase() + act.slice(1);
