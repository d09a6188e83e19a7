// SPDX-License-Identifier: Apache-2.0
/** The question before an act that may loosen the policies. It waits for the comparison, and says what it found. */
import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { ComparedChange } from '../comparison.ts';
import { LooseningText, NoteField, noteBody, useLoosening } from './use-loosening.tsx';

interface ConfirmLooseningProps<Answer> extends Omit<ComponentProps<typeof ConfirmDialog<Answer>>, 'onConfirm'> {
  change: ComparedChange;
  onConfirm(note: { note?: string }): Promise<Answer>;
}

export default function ConfirmLoosening<Answer>({ change, onConfirm, ...props }: ConfirmLooseningProps<Answer>) {
  const [asked] = useState(change);
  const loosening = useLoosening(asked);
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      {...props}
      width="wide"
      isWaiting={loosening.state === 'comparing'}
      onConfirm={() => onConfirm(noteBody(note))}
    >
      <LooseningText loosening={loosening}>
        <NoteField note={note} onChange={setNote} />
      </LooseningText>
    </ConfirmDialog>
  );
}
