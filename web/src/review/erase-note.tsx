// SPDX-License-Identifier: Apache-2.0
/** Erases the note of an answer for good, after one question. */
import { lazy } from 'react';
import { callApi } from '../api/client.ts';
import { useWords } from '../language/word-set.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import type { Result } from './resolving.ts';
import { answerWords } from './words.ts';

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })));

interface EraseNoteProps {
  eventId: string;
  /** Whose approval it is, of several; left out: the note of the person who resolved the review. */
  accountId?: string;
  onResult(result: Result): void;
}

export function EraseNote({ eventId, accountId, onResult }: EraseNoteProps) {
  const { erase } = useWords(answerWords);
  const dialog = (close: () => void) => (
    <ConfirmDialog
      title={erase.title}
      text={erase.text}
      act={erase.confirm}
      onConfirm={() =>
        callApi('eraseReviewNote', { params: { eventId }, query: accountId === undefined ? {} : { accountId } })
      }
      reads={['readEventDetail']}
      onDone={() => {
        close();
        onResult({ tone: 'success', what: erase.done });
      }}
      onClose={close}
    />
  );
  return (
    <DialogButton variant="ghost" size="small" dialog={dialog}>
      {erase.action}
    </DialogButton>
  );
}
