// SPDX-License-Identifier: Apache-2.0
/** Asks once more before an anomaly is closed, with room for a note. */
import { ANOMALY_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { anomaliesWords } from './words.ts';

interface CloseDialogProps {
  onConfirm(note: string): Promise<unknown>;
  onClose(): void;
}

export function CloseDialog({ onConfirm, onClose }: CloseDialogProps) {
  const words = useWords(anomaliesWords);
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title={words.closeTitle}
      text={words.closeText}
      act={words.close}
      variant="solid"
      onConfirm={() => onConfirm(note)}
      onClose={onClose}
    >
      <TextArea
        label={words.note}
        value={note}
        maxLength={ANOMALY_NOTE_CHARACTERS_MAX}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  );
}
