// SPDX-License-Identifier: Apache-2.0
/** Deletes a record by a held button; what is in use says by what, with links, and keeps the record. */
import type { AppOperationId, Referrer } from '@svc/contract';
import { useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { UsedBy } from './used-by.tsx';
import { registryWords } from './words.ts';

interface DeleteDialogProps {
  name: string;
  title: string;
  text: string;
  act?: string;
  /** Records that refer to it, as far as they are known. */
  usedBy: readonly Referrer[];
  usedByTotal?: number;
  onConfirm(): Promise<unknown>;
  reads: readonly AppOperationId[];
  done: string;
  onDone?(): void;
  onClose(): void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { name, title, text, onConfirm, reads, done, onDone, onClose } = props;
  const words = useWords(registryWords);
  const [found, setFound] = useState({ usedBy: props.usedBy, total: props.usedByTotal });
  if (found.usedBy.length > 0) return <InUseDialog name={name} {...found} onClose={onClose} />;
  const confirm = async () => {
    try {
      await onConfirm();
    } catch (error) {
      const conflict = error instanceof ApiFailure && error.failure.kind === 'refused' ? error.failure.conflict : null;
      if (conflict?.usedBy !== undefined) setFound({ usedBy: conflict.usedBy, total: conflict.usedByTotal });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={title}
      text={text}
      act={props.act ?? words.confirmRemove}
      by={{ holding: name }}
      onConfirm={confirm}
      reads={reads}
      done={done}
      onDone={() => onDone?.()}
      onClose={onClose}
    />
  );
}

interface InUseDialogProps {
  name: string;
  usedBy: readonly Referrer[];
  total: number | undefined;
  onClose(): void;
}

function InUseDialog({ name, usedBy, total, onClose }: InUseDialogProps) {
  const { ui } = useLanguage().messages;
  const words = useWords(registryWords);
  return (
    <Dialog title={words.used.title(name)} lead={words.used.text} onClose={onClose}>
      <DialogBody>
        <UsedBy usedBy={usedBy} total={total} onGo={onClose} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{ui.close}</Button>
      </DialogFoot>
    </Dialog>
  );
}
