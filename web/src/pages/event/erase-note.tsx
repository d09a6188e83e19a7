/** Erases the note of a review, for owners and admins, after asking once more. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { eraseReviewNote, eventQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Result } from './result.ts';

interface EraseNoteProps {
  eventId: string;
  onResult(result: Result): void;
}

export function EraseNote({ eventId, onResult }: EraseNoteProps) {
  const { messages } = useLanguage();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" className="self-start" onClick={() => setAsked(true)}>
        {messages.audit.eraseNote.action}
      </Button>
      {isAsked && <Question eventId={eventId} onClose={() => setAsked(false)} onResult={onResult} />}
    </>
  );
}

function Question({ eventId, onClose, onResult }: EraseNoteProps & { onClose(): void }) {
  const { messages } = useLanguage();
  const { eraseNote: labels } = messages.audit;
  const dialog = useDialog(onClose);
  const titleId = useId();
  const textId = useId();
  const queries = useQueryClient();
  const erasing = useMutation({
    mutationFn: () => eraseReviewNote(eventId),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: eventQuery(eventId).queryKey });
      onResult({ tone: 'success', what: labels.done });
    },
  });
  return (
    <dialog {...dialog.props} aria-labelledby={titleId} aria-describedby={textId}>
      <div className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {labels.title}
          </h2>
          <p id={textId} className="mt-1 text-muted">
            {labels.text}
          </p>
        </div>
        {erasing.error !== null && <FailureNotice failure={failureOf(erasing.error)} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={dialog.close}>
            {messages.review.cancel}
          </Button>
          <Button look="danger" disabled={erasing.isPending} onClick={() => erasing.mutate()}>
            {erasing.isPending ? messages.review.working : labels.confirm}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
