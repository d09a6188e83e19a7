// SPDX-License-Identifier: Apache-2.0
/** Asks once more before a grant is ended, with room for the reason. */
import { REVIEW_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { grantsWords } from './words.ts';

export function EndDialog({ id, onClose }: { id: string; onClose(): void }) {
  const words = useWords(grantsWords);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={words.endTitle}
      text={words.endText}
      act={words.end}
      reads={['listGrants', 'readGrant']}
      done={words.ended}
      onConfirm={() => callApi('endGrant', { params: { id }, body: reason.trim() === '' ? {} : { reason } })}
      onClose={onClose}
    >
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={REVIEW_NOTE_CHARACTERS_MAX}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
