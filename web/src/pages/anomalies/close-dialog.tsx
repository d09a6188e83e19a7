/** Asks once more before an anomaly is closed, with room for a note. */
import type { AnomalyItem } from '@svc/contract';
import { ANOMALY_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { failureOf } from '../../api/failure.ts';
import { closeAnomaly } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { TextArea } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Result } from './result.ts';

interface CloseDialogProps {
  item: AnomalyItem;
  onClose(): void;
  onResult(result: Result): void;
}

export function CloseDialog({ item, onClose, onResult }: CloseDialogProps) {
  const { messages } = useLanguage();
  const { anomalies: labels, review } = messages;
  const dialog = useDialog(onClose);
  const titleId = useId();
  const textId = useId();
  const closing = useClosing(item.id, onResult, onClose);
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const note = new FormData(submitted.currentTarget).get('note');
    closing.mutate(typeof note === 'string' ? note : '');
  };
  return (
    <dialog {...dialog.props} aria-labelledby={titleId} aria-describedby={textId}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {labels.closeTitle}
          </h2>
          <p id={textId} className="mt-1 text-muted">
            <span className="font-medium text-ink">
              {labels.kinds[item.kind]} · {item.agent.name}.
            </span>{' '}
            {labels.closeText}
          </p>
        </div>
        {closing.error !== null && <FailureNotice failure={failureOf(closing.error)} />}
        <TextArea label={review.note} name="note" maxLength={ANOMALY_NOTE_CHARACTERS_MAX} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={dialog.close}>
            {review.cancel}
          </Button>
          <Button type="submit" look="primary" disabled={closing.isPending}>
            {closing.isPending ? review.working : labels.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** What the service settled closes the dialog; what may pass, as a lost connection, leaves it open with its note. */
function useClosing(anomalyId: string, onResult: (result: Result) => void, onClose: () => void) {
  const { messages } = useLanguage();
  const queries = useQueryClient();
  const settle = async (result: Result) => {
    await queries.invalidateQueries({ queryKey: ['anomalies'] });
    onResult(result);
    onClose();
  };
  return useMutation({
    mutationFn: (note: string) => closeAnomaly(anomalyId, note),
    onSuccess: () => settle({ tone: 'success', what: messages.anomalies.closedNow }),
    async onError(error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || failure.status !== 409) return;
      await settle({ tone: 'information', what: messages.anomalies.alreadyClosed });
    },
  });
}
